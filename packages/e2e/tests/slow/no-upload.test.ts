import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sendRequest, startFaultStack, startHeldSite, until, type FaultStack } from '@render/testkit'
import { readdirSync } from 'node:fs'

const TIMEOUT_MS = 180_000
/** The longest time from the end of a render until its file is gone, with the time to notice it. */
const GONE_MS = 60_000

describe('A-PRE-11: the file of a render with no_upload is gone within a minute', () => {
  let stack: FaultStack
  beforeAll(async () => {
    stack = await startFaultStack()
    // Its file stays.
    expect((await stack.client.sync({ html: 'x' })).status).toBe(200)
  }, TIMEOUT_MS)
  afterAll(async () => stack[Symbol.asyncDispose](), TIMEOUT_MS)

  function files(): string[] {
    return readdirSync(stack.info.directories.artefacts, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  }

  /** Begins a render whose page waits; `leave` closes the connection of its client. */
  async function begin(url: string) {
    const { info } = stack
    const client = new AbortController()
    const answer = sendRequest(`${info.baseUrl}/v1/render/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${info.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url, no_upload: true, response_type: 'binary' }),
      signal: client.signal,
    }).catch(() => undefined)
    return { leave: () => client.abort(), answer }
  }

  /** Resolves once there is a file that was not there before, and then once it is gone. */
  async function appearsAndGoes(before: readonly string[]): Promise<void> {
    await until(() => files().length > before.length)
    await until(() => files().length === before.length, GONE_MS)
  }

  test(
    'X34 when the client leaves',
    async () => {
      const before = files()
      await using site = await startHeldSite('<img src="/held">')
      const { leave, answer } = await begin(site.url)
      await site.requested
      leave()
      await answer
      site.release()
      await appearsAndGoes(before)
    },
    TIMEOUT_MS,
  )

  test(
    'X34 when the gateway dies',
    async () => {
      const before = files()
      await using site = await startHeldSite('<img src="/held">')
      const { answer } = await begin(site.url)
      await site.requested
      stack.processes.gateway.kill('SIGKILL')
      await answer
      site.release()
      await appearsAndGoes(before)
      await stack.processes.gateway.ready()
    },
    TIMEOUT_MS,
  )

  test(
    'X02 when the worker dies after it wrote the file: the file of each attempt',
    async () => {
      const before = files()
      const { links, processes } = stack
      await using site = await startHeldSite('<img src="/held">')
      const { answer } = await begin(site.url)
      await site.requested
      const completing = links['render-worker'].redis.trap(
        (request) => request.includes('"answerKey"'),
        'before',
      )
      site.release()
      await completing
      expect(files()).toHaveLength(before.length + 1)
      processes['render-worker'].kill('SIGKILL')
      // Another attempt writes a file of its own, which the answer has.
      expect((await answer)?.status).toBe(200)
      await until(() => files().length === before.length, GONE_MS)
    },
    TIMEOUT_MS,
  )
})

// Runs the receivers of docs/webhooks.md unchanged.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { freePort } from '@render/local'
import { ORIGIN_HOST, until } from '@render/testkit'
import { makeWebhookSecret } from '@render/vault'
import { signatureHeaders } from '../src/sign.ts'
import { startTestBench, type TestBench } from './test-bench.ts'

const document = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
const samples = {
  js: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
}
const hasPython = spawnSync('python3', ['--version']).status === 0

let bench: TestBench

beforeAll(async () => {
  bench = await startTestBench()
  await bench.dispatch()
})

afterAll(() => bench[Symbol.asyncDispose]())

describe.each(Object.keys(samples) as (keyof typeof samples)[])('the receiver in %s', (language) => {
  const run = language === 'python' && !hasPython ? test.skip : test
  const secret = makeWebhookSecret()
  let parts: AsyncDisposableStack

  afterEach(async () => {
    await parts?.disposeAsync()
  })

  /** Runs the sample with the project's secret. Returns its address and its output. */
  async function start() {
    parts = new AsyncDisposableStack()
    bench.secretsAnswer.secrets = [secret]
    const port = await freePort()
    const source = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(document)![1]!
    const [program, ...flags] = samples[language] as [string, ...string[]]
    const child = spawn(program, [...flags, source], {
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(child, 'close')
    parts.defer(async () => {
      child.kill('SIGKILL')
      await ended
    })
    const receiver = { url: `http://${ORIGIN_HOST}:${port}/hook`, printed: '' }
    let errors = ''
    child.stdout.on('data', (chunk) => (receiver.printed += String(chunk)))
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    await until(async () => {
      if (child.exitCode !== null) {
        await ended
        throw new Error(`The receiver has ended: ${errors}`)
      }
      return fetch(receiver.url, { method: 'POST' }).then(
        () => true,
        () => false,
      )
    })
    return receiver
  }

  run('G27 takes an event, and does its work once when it comes again', async () => {
    const receiver = await start()
    const id = await bench.announce(receiver.url)
    await until(() => bench.isDelivered(id))
    await until(() => receiver.printed === `new: render.succeeded ${id}\n`)
    await bench.tell(receiver.url, { id, body: { event: 'render.succeeded' } }, 1)
    await until(() => bench.isDelivered(`${id}-1`))
    expect(receiver.printed).toBe(`new: render.succeeded ${id}\n`)
  })

  run('G28 takes events of the old secret and of the new one while it is rotated', async () => {
    const receiver = await start()
    for (const secrets of [
      [makeWebhookSecret(), secret],
      [secret, makeWebhookSecret()],
    ]) {
      bench.secretsAnswer.secrets = secrets
      const id = await bench.announce(receiver.url)
      await until(() => bench.isDelivered(id))
      await until(() => receiver.printed.includes(id))
    }
  })

  run('G27 refuses requests that were changed, are old, or have a signature of another secret', async () => {
    const receiver = await start()
    const now = Math.floor(Date.now() / 1000)
    const body = '{"event":"render.succeeded"}'
    const send = async (by: string, { timestamp = now, sent = body, changes = {} } = {}) => {
      const signed = signatureHeaders({ id: randomUUIDv7(), timestamp, body }, [by])
      const headers = { 'content-type': 'application/json', ...signed, ...changes }
      return (await fetch(receiver.url, { method: 'POST', headers, body: sent })).status
    }
    expect(await send(secret)).toBe(204)
    // The output may follow the answer.
    await until(() => receiver.printed !== '')
    const { printed } = receiver
    expect(await send(secret, { sent: '{"event": "render.succeeded"}' })).toBe(401)
    expect(await send(secret, { timestamp: now - 400 })).toBe(401)
    expect(await send(secret, { timestamp: now + 400 })).toBe(401)
    expect(await send(makeWebhookSecret())).toBe(401)
    expect(await send(secret, { changes: { 'webhook-id': 'another' } })).toBe(401)
    expect(await send(secret, { changes: { 'webhook-timestamp': 'soon' } })).toBe(401)
    expect(await send(secret, { changes: { 'webhook-signature': 'v1,\u00e9' } })).toBe(401)
    expect((await fetch(receiver.url, { method: 'POST', body })).status).toBe(401)
    expect(receiver.printed).toBe(printed)
  })
})

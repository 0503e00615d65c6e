import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  listenOn,
  ORIGIN_HOST,
  sendRequest,
  startUpstreamProxy,
  startWebhookCatcher,
  type UpstreamProxy,
} from '@render/testkit'
import { filesUnder } from '../hardening/files-under.ts'
import { useSharedStack } from '../use-shared-stack.ts'
import { AGAIN, startFaulty } from './faulty-site.ts'

const PASSWORD = 'sesame-proxy'
const html = '<body style="background: #0f0">'

describe('the proxy of a project', () => {
  const world = useSharedStack()
  let proxy: UpstreamProxy
  /** Path of the project in the Management API. */
  let project: string

  beforeAll(async () => {
    proxy = await startUpstreamProxy('http', { password: PASSWORD })
    const { organisationId, projectId } = world.stack
    const below = `/organisation/${organisationId}`
    project = `${below}/projects/${projectId}`
    const pool = { name: 'own', proxies: [{ name: 'a', url: proxy.url }] }
    const { id } = (await world.manage(`${below}/proxies`, pool)).body
    expect((await world.manage(`${project}/proxy`, { proxyId: id }, 'PUT')).status).toBe(200)
  })

  afterAll(async () => {
    await proxy[Symbol.asyncDispose]()
  })

  test('is used when a render requests it, and its password appears nowhere', async () => {
    await using catcher = await startWebhookCatcher()
    await using site = await listenOn(ORIGIN_HOST, (_, res) => res.end(html))
    const options = { url: site.url, use_proxy: true, debug: true, webhook_url: catcher.url }
    const { status, headers, body } = await world.client.sync(options)
    expect([status, proxy.targets]).toEqual([200, [new URL(site.url).host]])
    expect((await world.client.sync({ url: site.url })).status).toBe(200)
    expect(proxy.targets).toHaveLength(1)

    const [event] = await catcher.untilCaught(1)
    const record = await sendRequest(`${world.stack.baseUrl}/v1/render/${body.renderId}`)
    const { logs, redis } = world.stack.directories
    const responses = [body, [...headers], event, record.body].map((each) => JSON.stringify(each))
    const kept = [filesUnder(logs), filesUnder(redis!)]
    for (const text of kept) expect(text).toContain(body.renderId)
    expect([...responses, ...kept].map((text) => text.includes(PASSWORD))).not.toContain(true)
  })

  test('is used when a retry requests it', async () => {
    await using site = await startFaulty()
    proxy.targets.length = 0
    const options = { url: site.url, ...AGAIN, max_retries: 1, retry_with: [{ use_proxy: true }] }
    expect((await world.client.sync(options)).status).toBe(200)
    expect([site.times.length, proxy.targets.length]).toEqual([2, 1])
  })

  test('is reported as missing after its removal', async () => {
    expect((await world.manage(`${project}/proxy`, undefined, 'DELETE')).status).toBe(200)
    let answer
    do answer = await world.client.sync({ html, use_proxy: true })
    while (answer.status === 200)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'InvalidOptions'])
    expect(answer.body.error.details).toEqual([
      { option: 'use_proxy', message: expect.stringContaining('no proxy') },
    ])
  })
})

import { describe, expect, test } from '@jest/globals'
import { startUploadReceiver, startUpstreamProxy, startWebhookCatcher } from '@render/testkit'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { filesUnder } from './files-under.ts'
import { useWorld } from './use-world.ts'

describe('discretion', () => {
  const world = useWorld()

  test('no secret of a render is in a log or in Redis, and its id is in the log of every service', async () => {
    await using catcher = await startWebhookCatcher()
    await using receiver = await startUploadReceiver()
    await using proxy = await startUpstreamProxy('http', { password: 'sesame-proxy' })
    const thumbnails = [{ width: 9, presigned_url: `${receiver.url}/?sesame-upload` }]
    const url = `${world.origin.url.replace('://', '://user:sesame-url@')}/red?token=sesame-query`
    const webhook_url = catcher.url.replace('://', '://user:sesame-hook@')
    const { body } = await world.stack.client.async({
      url,
      webhook_url,
      thumbnails,
      delay: 500,
      authorization: 'Bearer sesame-authorization',
      cookie: ['own=sesame-cookie'],
      header: ['X-Own=sesame-header'],
      proxy: proxy.url,
    })
    const [event] = await catcher.untilCaught(1)
    const finished = await world.stack.client.untilFinished(body.statusUrl)
    const answers = JSON.stringify([body, finished.body, event])

    expect(world.origin.seen.find(({ path }) => path === '/red')?.headers).toMatchObject({
      authorization: 'Bearer sesame-authorization',
      cookie: 'own=sesame-cookie',
      'x-own': 'sesame-header',
    })
    expect(receiver.received).toMatchObject([{ path: '/?sesame-upload' }])
    expect(proxy.asked).toContain(`127.0.1.1:${world.origin.port}`)
    const logs = filesUnder(world.stack.info.directories.logs)
    const redis = filesUnder(world.stack.info.directories.redis!)
    expect(redis).toContain(body.renderId)
    const visitor = ['sesame-authorization', 'sesame-cookie', 'sesame-header', 'sesame-proxy']
    for (const secret of visitor) expect(answers.includes(secret)).toBe(false)
    for (const secret of ['sesame-url', 'sesame-query', 'sesame-hook', 'sesame-upload', ...visitor]) {
      expect(logs.includes(secret)).toBe(false)
      expect(redis.includes(secret)).toBe(false)
    }
    expect(logs.includes(world.stack.info.secretKey)).toBe(false)
    for (const service of ['gateway', 'render-worker', 'webhook-dispatcher', 'management']) {
      expect(readFileSync(join(world.stack.info.directories.logs, `${service}.log`), 'utf8')).toContain(
        body.renderId,
      )
    }
  })

  test('nobody is told the password that a proxy did not take', async () => {
    await using proxy = await startUpstreamProxy('http')
    const answer = await world.stack.client.sync({
      url: `${world.origin.url}/red`,
      proxy: `me:sesame-wrong@${proxy.at}`,
    })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'NavigationError'])
    expect(proxy.turnedAway).toBeGreaterThan(0)
    const { logs, redis } = world.stack.info.directories
    const told = [JSON.stringify([answer.body, ...answer.headers]), filesUnder(logs), filesUnder(redis!)]
    expect(told.map((text) => text.includes('sesame-wrong'))).toEqual([false, false, false])
  })

  test('an event reaches a receiver whose address carries a password, as Basic authorization', async () => {
    await using catcher = await startWebhookCatcher()
    await world.stack.client.async({ html: 'x', webhook_url: catcher.url.replace('://', '://user:sesame@') })
    const [event] = await catcher.untilCaught(1)
    expect(event!.headers.authorization).toBe(`Basic ${btoa('user:sesame')}`)
  })

  test('addresses in answers never come from the Host header', async () => {
    const asked = request(`${world.stack.info.baseUrl}/v1/render/async`, {
      method: 'POST',
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        authorization: `Bearer ${world.stack.info.secretKey}`,
        'content-type': 'application/json',
      },
    }).end('{"html":"x"}')
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect([answer.statusCode, JSON.stringify(answer.headers)]).toEqual([
      201,
      expect.not.stringContaining('evil'),
    ])
    expect(await text(answer)).not.toContain('evil')
  })
})

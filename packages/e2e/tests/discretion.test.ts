import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  startOrigin,
  startTestStack,
  startWebhookCatcher,
  type Origin,
  type TestStack,
} from '@render/testkit'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

describe('discretion', () => {
  let stack: TestStack
  let origin: Origin

  beforeAll(async () => {
    ;[stack, origin] = await Promise.all([startTestStack(), startOrigin()])
  }, 120_000)

  afterAll(async () => {
    await stack?.stop()
    await origin?.[Symbol.asyncDispose]()
  }, 60_000)

  test('no secret of a render is in a log or in Redis, and its id is in the log of every service', async () => {
    await using catcher = await startWebhookCatcher()
    const url = `${origin.url.replace('://', '://user:sesame-url@')}/red?token=sesame-query`
    const webhook_url = catcher.url.replace('://', '://user:sesame-hook@')
    const { body } = await stack.client.async({ url, webhook_url, delay: 500 })
    await catcher.untilCaught(1)
    await stack.client.untilFinished(body.statusUrl)

    const logs = filesUnder(stack.info.directories.logs)
    const redis = filesUnder(stack.info.directories.redis!)
    expect(redis).toContain('renders')
    for (const secret of ['sesame-url', 'sesame-query', 'sesame-hook']) {
      expect(logs.includes(secret)).toBe(false)
      expect(redis.includes(secret)).toBe(false)
    }
    expect(logs.includes(stack.info.secretKey)).toBe(false)
    for (const service of ['gateway', 'render-worker', 'webhook-dispatcher', 'management']) {
      expect(readFileSync(join(stack.info.directories.logs, `${service}.log`), 'utf8')).toContain(
        body.renderId,
      )
    }
  })

  test('an event reaches a receiver whose address carries a password, as Basic authorization', async () => {
    await using catcher = await startWebhookCatcher()
    await stack.client.async({ html: 'x', webhook_url: catcher.url.replace('://', '://user:sesame@') })
    const [event] = await catcher.untilCaught(1)
    expect(event!.headers.authorization).toBe(`Basic ${btoa('user:sesame')}`)
  })

  test('addresses in answers never come from the Host header', async () => {
    const response = await fetch(`${stack.info.baseUrl}/v1/render/async`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stack.info.secretKey}`,
        'content-type': 'application/json',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      },
      body: '{"html":"x"}',
    })
    expect(await response.text()).not.toContain('evil.example')
  })
})

function filesUnder(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

// These tests show refusals that several services make together. The gateway's tests show those that it makes alone.
import { describe, expect, test } from '@jest/globals'
import { createRenderClient, sendRequest } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

describe('bad input', () => {
  const world = useSharedStack()

  async function refusal(options: object): Promise<string> {
    const { status, headers, body } = await world.client.sync(options)
    expect(headers.get('x-service-request-id')).toBe(body.requestId)
    expect(headers.get('x-service-error-message')).toBeTruthy()
    return `${status} ${body.error.code}`
  }

  test('a key of the Management API makes no renders, and a render key manages nothing', async () => {
    const client = createRenderClient(world.stack.baseUrl, world.stack.managementKey)
    const { status, body } = await client.sync({ html: 'x' })
    expect([status, body.error.code]).toEqual([401, 'ApiKeyWrongFormat'])
    const managed = await sendRequest(`${world.stack.managementUrl}/usage`, {
      headers: { 'x-api-key': world.stack.secretKey },
    })
    expect(managed.status).toBe(401)
  })

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.1]/',
  ])('the private address %s', async (url) => {
    for (const options of [{ url }, { html: 'x', base_url: url }, { html: 'x', webhook_url: url }])
      expect(await refusal(options)).toBe('400 URLDoesNotResolveError')
  })

  test('the listeners of the stack, although its operator allows their address', async () => {
    for (const [name, port] of Object.entries(world.stack.ports))
      expect([name, await refusal({ url: `http://127.0.0.1:${port}/` })]).toEqual([
        name,
        '400 URLDoesNotResolveError',
      ])
    expect(await refusal({ url: 'http://127.0.0.1:1/' })).toBe('400 NavigationError')
  })

  test('sites that answer with no page', async () => {
    // No connection, no HTTP, a file, no end of redirects. The engine's tests have more of each kind.
    const paths = ['/reset', '/not-http', '/download', '/redirect-loop']
    const urls = paths.map((path) => world.origin.url + path)
    const refusals = await Promise.all(urls.map(async (url) => [url, await refusal({ url })]))
    expect(refusals).toEqual(urls.map((url) => [url, '400 NavigationError']))
  })

  test('a page that blocks its thread forever, and the next render succeeds', async () => {
    expect(await refusal({ url: `${world.origin.url}/hangs-forever`, timeout: 5000 })).toBe(
      '500 RenderTimeoutError',
    )
    expect((await world.client.sync({ url: `${world.origin.url}/red` })).status).toBe(200)
  })
})

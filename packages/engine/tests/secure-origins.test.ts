import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { listenSecurely, readPicture, type SecureOrigin } from '@render/testkit'
import { page, shareTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await shareTestEngine()
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
})

describe.each([
  ['http/1.1', '1.1'],
  ['h2', '2.0'],
] as const)('a TLS origin with %s', (protocol, version) => {
  let site: SecureOrigin
  let seen: string[]
  beforeAll(async () => {
    const answer: Record<string, [type: string, body: string]> = {
      '/': [
        'text/html',
        page('', '<link rel="stylesheet" href="/style.css"><script src="/script.js"></script>'),
      ],
      '/style.css': ['text/css', 'body { background: #00f }'],
      '/script.js': ['text/javascript', "document.body.style.borderTop = '50px solid #0f0'"],
    }
    seen = []
    site = await listenSecurely(
      ({ url, httpVersion }, res) => {
        seen.push(`${url} ${httpVersion}`)
        const [type, body] = answer[url!] ?? ['text/plain', '']
        res.setHeader('content-type', type)
        res.end(body)
      },
      { protocol },
    )
  })
  afterAll(async () => {
    await site[Symbol.asyncDispose]()
  })

  test('is rendered without a valid certificate', async () => {
    const { body, response, warnings } = await engine.make({ url: site.url })
    const picture = await readPicture(body)
    expect([picture.at(600, 20), picture.at(600, 500)]).toEqual(['#00ff00', '#0000ff'])
    expect(response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
    expect(warnings).toEqual([])
    expect(seen.toSorted()).toEqual(['/', '/script.js', '/style.css'].map((path) => `${path} ${version}`))
  })

  test('gets no request with show_certificate_errors when its certificate is invalid', async () => {
    seen.length = 0
    await expect(engine.make({ url: site.url, show_certificate_errors: true })).rejects.toMatchObject({
      code: 'NavigationError',
    })
    expect(seen).toEqual([])
  })
})

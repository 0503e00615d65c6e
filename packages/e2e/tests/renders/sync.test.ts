import { describe, expect, test } from '@jest/globals'
import { readPicture } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

describe('POST /v1/render/sync', () => {
  const world = useSharedStack({ renderDefaults: {} })

  async function rendered(options: object) {
    const answer = await world.client.sync(options)
    expect(answer.body).not.toHaveProperty('error')
    expect(answer.status).toBe(200)
    const file = await fetch(answer.body.renderUrl)
    const bytes = await file.bytes()
    return { answer, bytes, type: file.headers.get('content-type'), picture: await readPicture(bytes) }
  }

  test('renders supplied HTML', async () => {
    const { answer, picture, bytes } = await rendered({ html: '<body style="background:#0f0">' })
    expect([picture.format, picture.width, picture.height, picture.at(640, 512)]).toEqual([
      'png',
      1280,
      1024,
      '#00ff00',
    ])
    expect(answer.body).toMatchObject({ size: bytes.length, width: 1280, height: 1024 })
    expect(answer.body.renderTime).toBeGreaterThan(0)
    expect(answer.body.queueTime).toBeGreaterThanOrEqual(0)
  })

  test('renders a URL, follows its redirect and returns both statuses', async () => {
    const { answer, picture } = await rendered({ url: `${world.origin.url}/redirect` })
    expect(picture.at(10, 10)).toBe('#ff0000')
    expect(answer.body.response).toEqual({ statusCode: 200, statusCodeInitial: 302 })
    expect(answer.body.bandwidth).toBeGreaterThan(0)
  })

  test('accepts a form body and camelCase names', async () => {
    const response = await fetch(`${world.stack.baseUrl}/v1/render/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.stack.secretKey}` },
      body: new URLSearchParams({ url: `${world.origin.url}/tall`, fullPage: 'true', width: '400' }),
    })
    const body = (await response.json()) as { renderUrl: string }
    const picture = await readPicture(await (await fetch(body.renderUrl)).bytes())
    expect([picture.width, picture.height, picture.at(5, 2999)]).toEqual([400, 3000, '#0000ff'])
  })

  test('stores each format under its content type', async () => {
    const formats = [
      ['png', 'png', 'image/png'],
      ['jpg', 'jpeg', 'image/jpeg'],
      ['jpeg', 'jpeg', 'image/jpeg'],
      ['webp', 'webp', 'image/webp'],
      ['avif', 'heif', 'image/avif'],
    ] as const
    const seen = formats.map(async ([format]) => {
      const { picture, type } = await rendered({
        url: `${world.origin.url}/blue`,
        format,
        width: 64,
        height: 64,
      })
      return [format, picture.format, type, picture.at(10, 10)]
    })
    expect(await Promise.all(seen)).toEqual(formats.map((row) => [...row, '#0000ff']))
  })

  test('returns the warnings of the request and of the page', async () => {
    const options = { url: `${world.origin.url}/red`, wdth: 10, selector: '#nothing' }
    const { answer, picture } = await rendered(options)
    expect([picture.width, picture.height]).toEqual([1280, 1024])
    expect(answer.body.warnings).toEqual([
      expect.stringContaining('did you mean "width"'),
      expect.stringContaining('"selector"'),
    ])
  })

  test('shares no state between renders', async () => {
    await rendered({ url: `${world.origin.url}/sets-cookie` })
    expect((await rendered({ url: `${world.origin.url}/reads-cookie` })).picture.at(9, 9)).toBe('#00ff00')
  })
})

import { describe, expect, test } from '@jest/globals'
import { readPicture, startHeldSite } from '@render/testkit'
import { useWorld } from './use-world.ts'

describe('POST /v1/render/sync', () => {
  const world = useWorld()

  async function rendered(options: object) {
    const answer = await world.stack.client.sync(options)
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

  test('renders an address, and tells what the target answered', async () => {
    const { answer, picture } = await rendered({ url: `${world.origin.url}/red` })
    expect(picture.at(10, 10)).toBe('#ff0000')
    expect(answer.body.response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
    expect(answer.body.bandwidth).toBeGreaterThan(0)
  })

  test('takes a form body and camelCase names', async () => {
    const response = await fetch(`${world.stack.info.baseUrl}/v1/render/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.stack.info.secretKey}` },
      body: new URLSearchParams({ url: `${world.origin.url}/tall`, fullPage: 'true', width: '400' }),
    })
    const body = (await response.json()) as { renderUrl: string }
    const picture = await readPicture(await (await fetch(body.renderUrl)).bytes())
    expect([picture.width, picture.height]).toEqual([400, 3000])
  })

  test.each([
    ['png', 'png', 'image/png'],
    ['jpg', 'jpeg', 'image/jpeg'],
    ['jpeg', 'jpeg', 'image/jpeg'],
    ['webp', 'webp', 'image/webp'],
    ['avif', 'heif', 'image/avif'],
  ])('format %s makes a %s file', async (format, decoded, contentType) => {
    const { picture, type } = await rendered({ url: `${world.origin.url}/blue`, format })
    expect([picture.format, type, picture.at(100, 100)]).toEqual([decoded, contentType, '#0000ff'])
  })

  test('width and height set the viewport', async () => {
    const { picture } = await rendered({ url: `${world.origin.url}/red`, width: 321, height: 123 })
    expect([picture.width, picture.height]).toEqual([321, 123])
  })

  test('full_page captures down to the last pixel row', async () => {
    const { picture } = await rendered({ url: `${world.origin.url}/tall`, full_page: true })
    expect([picture.width, picture.height]).toEqual([1280, 3000])
    expect([picture.at(5, 2899), picture.at(5, 2900), picture.at(5, 2999)]).toEqual([
      '#ff0000',
      '#0000ff',
      '#0000ff',
    ])
  })

  test('selector captures the box of the element and nothing else', async () => {
    const { picture } = await rendered({ url: `${world.origin.url}/box`, selector: '#box' })
    expect([picture.width, picture.height]).toEqual([300, 200])
    expect([picture.at(0, 0), picture.at(299, 199)]).toEqual(['#00ff00', '#00ff00'])
  })

  test('selector without a match captures the viewport and warns', async () => {
    const { picture, answer } = await rendered({ url: `${world.origin.url}/red`, selector: '#nothing' })
    expect([picture.width, picture.height]).toEqual([1280, 1024])
    expect(answer.body.warnings.join()).toContain('"selector"')
  })

  test('quality makes jpg and webp files smaller', async () => {
    for (const format of ['jpg', 'webp', 'avif']) {
      const sizes = [20, 90].map((quality) => rendered({ url: `${world.origin.url}/noise`, format, quality }))
      const [coarse, fine] = await Promise.all(sizes)
      expect(coarse!.bytes.length).toBeLessThan(fine!.bytes.length * 0.7)
    }
  })

  test('delay waits for what happens after load', async () => {
    const url = `${world.origin.url}/turns-green`
    expect((await rendered({ url, delay: 2500 })).picture.at(9, 9)).toBe('#00ff00')
  })

  test('wait_until domloaded does not wait for what a script asks, requestsfinished does', async () => {
    const turnsGreen = `<body style="background: #f00"><script>
      fetch('/held').then(() => (document.body.style.background = '#0f0'))
    </script>`
    await using never = await startHeldSite(turnsGreen)
    const early = await rendered({ url: never.url, wait_until: 'domloaded', skip_final_delay: true })
    expect(early.picture.at(9, 9)).toBe('#ff0000')
    await using late = await startHeldSite(turnsGreen)
    late.releaseLate()
    const whole = await rendered({ url: late.url, wait_until: 'requestsfinished', skip_final_delay: true })
    expect(whole.picture.at(9, 9)).toBe('#00ff00')
  })

  test('wait_until loaded waits for style sheets', async () => {
    const { picture } = await rendered({ url: `${world.origin.url}/late-style`, wait_until: 'loaded' })
    expect(picture.at(9, 9)).toBe('#0000ff')
  })

  test('unknown options are named in warnings and do no harm', async () => {
    const { answer } = await rendered({ url: `${world.origin.url}/red`, wdth: 10 })
    expect(answer.body.warnings.join()).toContain('did you mean "width"')
  })

  test('a page that answers 404 is a successful render', async () => {
    const { answer, picture } = await rendered({ url: `${world.origin.url}/status-404` })
    expect(picture.at(9, 9)).toBe('#00ff00')
    expect(answer.body.response).toEqual({ statusCode: 404, statusCodeInitial: 404 })
  })

  test('a redirect is followed, and both statuses are told', async () => {
    const { answer, picture } = await rendered({ url: `${world.origin.url}/redirect` })
    expect(picture.at(9, 9)).toBe('#ff0000')
    expect(answer.body.response).toEqual({ statusCode: 200, statusCodeInitial: 302 })
  })

  test('dialogs do not block', async () => {
    const { picture } = await rendered({ url: `${world.origin.url}/alerts` })
    expect(picture.at(9, 9)).toBe('#00ff00')
  })

  test('nothing of one render is seen by the next', async () => {
    await rendered({ url: `${world.origin.url}/sets-cookie` })
    expect((await rendered({ url: `${world.origin.url}/reads-cookie` })).picture.at(9, 9)).toBe('#00ff00')
  })
})

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { optionNames, standsFor, stateOf, type GivenOptions } from '@render/options'
import { listenOn, readPicture, startOrigin, type Origin, type Picture } from '@render/testkit'
import { stages } from '../src/index.ts'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Origin
beforeAll(async () => {
  ;[engine, origin] = await Promise.all([startTestEngine(), startOrigin()])
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

const RED = '#ff0000'
const GREEN = '#00ff00'
const BLUE = '#0000ff'

async function picture(options: GivenOptions): Promise<Picture> {
  const { body } = await engine.make(options)
  return readPicture(body)
}

/** Per option: what is asked for, and what is seen of it. */
const rows: Record<string, (() => Promise<void>)[]> = {
  url: [
    async () => {
      const rendered = await engine.make({ url: `${origin.url}/green` })
      expect((await readPicture(rendered.body)).at(600, 500)).toBe(GREEN)
      expect(rendered.response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
      expect(rendered.bandwidthBytes).toBeGreaterThan(100)
    },
    async () => {
      const shown = await picture({ url: `${origin.url.replace('http://', '')}/blue` })
      expect(shown.at(600, 500)).toBe(BLUE)
    },
  ],
  html: [
    async () => {
      const rendered = await engine.make({ html: page('body { background: #0f0 }') })
      expect((await readPicture(rendered.body)).at(600, 500)).toBe(GREEN)
      expect(rendered.response).toBeUndefined()
    },
    async () => {
      // With an address beside it the markup belongs to that address, whose own page is not asked for.
      const html = page('', '<iframe src="green" style="border: 0; width: 200px; height: 200px"></iframe>')
      const path = '/folder/page?a=*&b=(c)#part'
      const asked = origin.seen.length
      const rendered = await engine.make({ url: `${origin.url}${path}`, html, wait_until: 'loaded' })
      expect(rendered.response).toBeUndefined()
      const paths = origin.seen.slice(asked).map((request) => request.path)
      expect(paths).toContain('/folder/green')
      expect(paths).not.toContain('/folder/page')
    },
    async () => {
      const script = "document.body.style.background = location.href.endsWith('/x?y#z') ? '#0f0' : '#f00'"
      const shown = await picture({
        url: `${origin.url}/x?y#z`,
        html: page('', `<script>${script}</script>`),
      })
      expect(shown.at(600, 500)).toBe(GREEN)
    },
  ],
  format: [
    async () => {
      for (const [format, contentType, extension, name] of [
        ['png', 'image/png', 'png', 'png'],
        ['jpg', 'image/jpeg', 'jpg', 'jpeg'],
        ['webp', 'image/webp', 'webp', 'webp'],
      ] as const) {
        const rendered = await engine.make({ url: `${origin.url}/green`, format })
        expect(rendered).toMatchObject({ contentType, extension, width: 1280, height: 1024 })
        const shown = await readPicture(rendered.body)
        expect({ ...shown, colour: shown.at(640, 512) }).toMatchObject({
          format: name,
          width: 1280,
          height: 1024,
          colour: GREEN,
        })
      }
    },
  ],
  quality: [
    async () => {
      for (const format of ['jpg', 'webp'] as const) {
        const [low, high] = await Promise.all(
          [20, 95].map((quality) => engine.make({ url: `${origin.url}/noise`, format, quality })),
        )
        expect(low!.body.length).toBeLessThan(high!.body.length / 2)
      }
    },
  ],
  width: [
    async () => {
      const html = page('@media (width: 700px) { body { background: #0f0 } }')
      const shown = await picture({ html, width: 700 })
      expect([shown.width, shown.height, shown.at(699, 1000)]).toEqual([700, 1024, GREEN])
    },
  ],
  height: [
    async () => {
      const html = page('@media (height: 333px) { body { background: #0f0 } }')
      const shown = await picture({ html, height: 333 })
      expect([shown.width, shown.height, shown.at(1200, 332)]).toEqual([1280, 333, GREEN])
    },
  ],
  full_page: [
    async () => {
      const shown = await picture({ url: `${origin.url}/tall`, full_page: true })
      expect([shown.width, shown.height]).toEqual([1280, 3000])
      expect([shown.at(5, 2890), shown.at(5, 2910)]).toEqual([RED, BLUE])
    },
    async () => {
      // A page that is smaller than the viewport fills it.
      const shown = await picture({ html: page('body { background: #0f0 }', 'x'), full_page: true })
      expect([shown.width, shown.height, shown.at(5, 1020)]).toEqual([1280, 1024, GREEN])
    },
    async () => {
      // What overflows to the right does not make the picture wider.
      const html = page('div { width: 3000px; height: 2000px; background: #0f0 }', '<div></div>')
      const shown = await picture({ html, full_page: true, width: 500, height: 300 })
      expect([shown.width, shown.height, shown.at(499, 1999)]).toEqual([500, 2000, GREEN])
    },
  ],
  selector: [
    async () => {
      const shown = await picture({ url: `${origin.url}/box`, selector: '#box' })
      expect([shown.width, shown.height]).toEqual([300, 200])
      for (const [x, y] of [
        [0, 0],
        [299, 199],
      ] as const)
        expect(shown.at(x, y)).toBe(GREEN)
    },
    async () => {
      // Far below and to the right of the viewport, larger than it, and stronger than full_page.
      const style = '#far { position: absolute; left: 2000px; top: 5000px; width: 1500px; height: 1300px; }'
      const html = page(`${style} #far { background: #0f0; border: 10px solid #00f }`, '<p id="far"></p>')
      const shown = await picture({ html, selector: 'p', full_page: true })
      expect([shown.width, shown.height]).toEqual([1520, 1320])
      expect([shown.at(3, 3), shown.at(760, 660), shown.at(1517, 1317)]).toEqual([BLUE, GREEN, BLUE])
    },
    async () => {
      for (const html of [page('body { background: #0f0 }'), page('body { background: #0f0 }', '<b></b>')]) {
        const rendered = await engine.make({ html, selector: 'b' })
        expect(rendered).toMatchObject({ width: 1280, height: 1024 })
        expect(rendered.warnings).toEqual([expect.stringContaining('"selector"')])
      }
    },
    async () => {
      await expect(engine.make({ html: '', selector: 'p[' })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'selector' }],
      })
    },
  ],
  delay: [
    async () => {
      const url = `${origin.url}/turns-green`
      expect((await picture({ url, delay: 2000 })).at(9, 9)).toBe(GREEN)
    },
    async () => {
      const script = "onload = () => setTimeout(() => (document.body.style.background = '#0f0'), 30000)"
      const html = page('body { background: #f00 }', `<script>${script}</script>`)
      expect((await picture({ html })).at(9, 9)).toBe(RED)
    },
  ],
  wait_until: [
    async () => {
      // The image holds the load event back; what follows load holds the network.
      await using slow = await listenOn('127.0.1.1', (req, res) => {
        if (req.url === '/image') void held.then(() => res.end())
        else res.setHeader('content-type', 'text/html').end(slowPage)
      })
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => (release = resolve))
      const slowPage = page(
        'body { background: #f00 }',
        `<img src="/image"><script>onload = () => (document.body.style.background = '#0f0')</script>`,
      )
      expect((await picture({ url: slow.url, wait_until: 'domloaded' })).at(600, 500)).toBe(RED)
      // One connection is open: enough for silence of the one kind, not of the other.
      expect((await picture({ url: slow.url, wait_until: 'mostrequestsfinished' })).at(600, 500)).toBe(RED)
      const waiting = picture({ url: slow.url, wait_until: 'loaded' })
      setTimeout(release, 300)
      expect((await waiting).at(600, 500)).toBe(GREEN)
    },
    async () => {
      const url = `${origin.url}/late-request`
      expect((await picture({ url, wait_until: 'loaded' })).at(600, 500)).toBe(RED)
      expect((await picture({ url, wait_until: 'requestsfinished' })).at(600, 500)).toBe(GREEN)
    },
    async () => {
      // Never silent: captured as it is once its load event was there.
      const script = "const ask = () => fetch('/green?' + Math.random()).then(ask); ask(); ask(); ask()"
      const html = page('body { background: #0f0 }', `<script>onload = () => { ${script} }</script>`)
      const rendered = await engine.make({
        url: origin.url,
        html,
        wait_until: 'mostrequestsfinished',
        timeout: 5000,
      })
      expect((await readPicture(rendered.body)).at(600, 500)).toBe(GREEN)
      expect(rendered.warnings).toEqual([expect.stringContaining('5000 ms')])
    },
  ],
  timeout: [
    async () => {
      const start = performance.now()
      const never = engine.make({ url: `${origin.url}/never-answers`, timeout: 5000 })
      await expect(never).rejects.toMatchObject({ code: 'RenderTimeoutError' })
      expect(performance.now() - start).toBeGreaterThan(4900)
    },
    async () => {
      const html = page('', `<img src="${origin.url}/never-answers">`)
      for (const wait_until of ['loaded', 'requestsfinished'] as const)
        await expect(engine.make({ html, wait_until, timeout: 5000 })).rejects.toMatchObject({
          code: 'RenderTimeoutError',
        })
      // One connection that never ends is silence enough here.
      expect(await engine.make({ html, wait_until: 'mostrequestsfinished', timeout: 5000 })).toBeDefined()
    },
  ],
}

describe.each(Object.entries(rows))('%s', (_, probes) => {
  test.each(probes.map((probe, index) => [index + 1, probe] as const))(
    'is seen (%i)',
    (_index, probe) => probe(),
    60_000,
  )
})

test('every option of the engine has a row, other names of them too, and no row is without its option', () => {
  const owned = new Set<string>(stages.flatMap((stage) => stage.owns))
  const working = optionNames.filter(
    (name) => stateOf(name) === 'works' && (standsFor(name) ?? [name]).some((other) => owned.has(other)),
  )
  expect(Object.keys(rows).toSorted()).toEqual(working.toSorted())
})

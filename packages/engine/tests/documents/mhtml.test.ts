import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { differingShare, listenOn, ORIGIN_HOST } from '@render/testkit'
import sharp from 'sharp'
import { shareTestEngine, VIEWPORT, type TestEngine } from '../test-engine.ts'
import { startOfflineBrowser, type OfflineBrowser } from './open-offline.ts'

let engine: TestEngine
let browser: OfflineBrowser
let server: Awaited<ReturnType<typeof listenOn>>
let picture: Buffer
let hits = 0
beforeAll(async () => {
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#00f' } })
    .png()
    .toBuffer()
  const answers: Record<string, [type: string, body: string | Buffer]> = {
    '/': [
      'text/html',
      `<!doctype html><title>caf&eacute;</title><link rel="stylesheet" href="/style.css">
      <img src="/blue.png"><iframe src="/frame"></iframe>
      <script>document.body.append(Object.assign(document.createElement('p'), { textContent: 'late' }))</script>`,
    ],
    '/style.css': ['text/css', 'body { background: lime } p { font-size: 80px }'],
    '/blue.png': ['image/png', picture],
    '/frame': ['text/html', '<body style="background: red">'],
  }
  ;[engine, browser] = await Promise.all([shareTestEngine(), startOfflineBrowser()])
  server = await listenOn(ORIGIN_HOST, (req, res) => {
    hits += 1
    const [type, body] = answers[req.url!] ?? ['text/plain', '']
    res.writeHead(200, { 'content-type': type }).end(body)
  })
})
afterAll(async () => {
  await Promise.all([engine[Symbol.asyncDispose](), browser[Symbol.asyncDispose]()])
  await server[Symbol.asyncDispose]()
})

test('an archive has a part for each resource, and looks the same without network', async () => {
  const [{ body, main }, live] = await Promise.all([
    engine.make({ url: server.url, format: 'mhtml' }),
    engine.make({ url: server.url }),
  ])
  expect(main).toMatchObject({ format: 'mhtml', facts: {} })
  // Its reply has a limit of its own, and is known by these words.
  expect(String(body)).toMatch(/^From: <Saved by /)
  const parts = partsOf(String(body))
  expect(parts.map(({ location }) => location)).toEqual(
    expect.arrayContaining(['/', '/style.css', '/blue.png', '/frame'].map((path) => server.url + path)),
  )
  const image = parts.find(({ location }) => location === `${server.url}/blue.png`)!
  expect(Buffer.from(image.content, 'base64').equals(picture)).toBe(true)

  hits = 0
  await using opened = await browser.open('page.mhtml', body, VIEWPORT)
  expect(hits).toBe(0)
  expect(await opened.page.textContent('p')).toBe('late')
  expect(await differingShare(opened.picture, live.body)).toBeLessThan(0.01)
})

test('an archive has the styles of options and of scripts, also in shadow trees', async () => {
  const script = `const adopt = (root, css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      root.adoptedStyleSheets = [sheet]
    }
    adopt(document, 'body { background: red }')
    const root = document.querySelector('div').attachShadow({ mode: 'open' })
    root.innerHTML = '<style>p { color: white } svg { display: block }</style><p>shadow</p>'
    adopt(root, 'p { height: 100px; background: blue }')`
  const html = `<!doctype html><style>section { background: red }</style><h1>gone</h1><section>big</section><div></div><script>${script}</script>`
  const given = { html, css: 'section { height: 200px; background: lime }', hide_selector: 'h1' }
  const [{ body, warnings }, live] = await Promise.all([
    engine.make({ ...given, format: 'mhtml' }),
    engine.make(given),
  ])
  expect(warnings).toEqual([])
  await using opened = await browser.open('page.mhtml', body, VIEWPORT)
  expect(await differingShare(opened.picture, live.body)).toBe(0)
})

test('one beside a picture is of the same page, loaded once', async () => {
  hits = 0
  const { files } = await engine.make({ url: server.url, save_mhtml: true, full_page: true })
  expect(files).toMatchObject([{ kind: 'mhtml', suffix: '', extension: 'mhtml' }])
  expect(partsOf(String(files[0]!.body)).length).toBeGreaterThanOrEqual(4)
  expect(hits).toBe(4)
})

/** Reads the parts of an archive by their `Content-Location`. */
function partsOf(text: string): { location: string; content: string }[] {
  const boundary = /boundary="([^"]+)"/.exec(text)![1]!
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', content = ''] = part.split(/\r\n\r\n(.*)/s)
      return { location: /^Content-Location: (.*)$/m.exec(head)![1]!.trim(), content }
    })
}

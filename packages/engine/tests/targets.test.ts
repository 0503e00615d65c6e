import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, readPicture, type Picture } from '@render/testkit'
import sharp from 'sharp'
import { startTestEngine, type TestEngine } from './test-engine.ts'

const GREEN = '#00ff00'
const BLUE = '#0000ff'
const WHITE = '#ffffff'
const BLACK = '#000000'

/** Green; the tenth of its height at the bottom is blue. */
async function image(width: number, height: number): Promise<Buffer> {
  const foot = { create: { width, height: height / 10, channels: 3, background: '#00f' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#0f0' } })
    .composite([{ input: foot, gravity: 'south' }])
    .png()
    .toBuffer()
}

/** The same as a drawing. */
function drawing(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#0f0"/><rect y="90%" width="100%" height="10%" fill="#00f"/>
    <text y="100">a text</text></svg>`
}

/** Whatever is done inside of a page. */
const everything: GivenOptions = {
  full_page: true,
  full_width: true,
  scroll_to: ':root',
  highlight: 'a|list|text',
  bg_color: '#f00',
  transparent: true,
  disable_animations: true,
  disable_ligatures: true,
  dark_mode: true,
  detect_full_height: true,
  fix_full_height: true,
  freeze_fixed: true,
  show_sections: true,
  max_section_height: 500,
}

const STYLE = 'list { display: block; height: 1800px; background: lime; border-bottom: 200px solid blue }'

/** What is answered, by name: its type and body. */
const answers = {
  image: ['image/png', await image(300, 200)],
  'huge image': ['image/png', await image(3000, 4000)],
  drawing: ['image/svg+xml', drawing(300, 200)],
  'huge drawing': ['image/svg+xml', drawing(1000, 2000)],
  text: ['text/plain', 'a line of text\n'.repeat(300)],
  json: ['application/json', '{"list":[1,2,3]}'],
  xml: ['application/xml', '<list><item>x</item></list>'],
  'xml with a style': [
    'text/xml',
    `<?xml-stylesheet href="data:text/css,${STYLE}"?><list><item>a text</item></list>`,
  ],
  'broken xml': ['text/xml', '<list><item></list>'],
} satisfies Record<string, [type: string, body: string | Buffer]>

let engine: TestEngine
let server: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  const byPath = new Map(Object.entries(answers).map(([name, answer]) => [pathOf(name), answer]))
  engine = await startTestEngine()
  server = await listenOn(ORIGIN_HOST, (req, res) => {
    const [type, body] = byPath.get(req.url!) ?? ['text/html', '']
    res.writeHead(200, { 'content-type': type }).end(body)
  })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function show(name: keyof typeof answers, options: GivenOptions): Promise<Picture> {
  const url = server.url + pathOf(name)
  const { body, response } = await engine.make({ url, width: 800, height: 600, ...options })
  expect(response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
  return readPicture(body)
}

const ways: [way: string, options: GivenOptions][] = [
  ['as the viewport', {}],
  ['as a full page', { full_page: true }],
  ['without the element asked for', { selector: '#absent' }],
]

describe.each(ways)('shown as the browser does, %s,', (_, options) => {
  test('an image lies in the middle', async () => {
    const shown = await show('image', options)
    expect([shown.width, shown.height]).toEqual([800, 600])
    expect([shown.at(240, 300), shown.at(255, 205), shown.at(545, 395), shown.at(560, 300)]).toEqual([
      BLACK,
      GREEN,
      BLUE,
      BLACK,
    ])
  })

  test('an image that is larger is made to fit', async () => {
    const shown = await show('huge image', options)
    expect([shown.width, shown.height]).toEqual([800, 600])
    expect([shown.at(170, 300), shown.at(180, 5), shown.at(620, 595), shown.at(630, 300)]).toEqual([
      BLACK,
      GREEN,
      BLUE,
      BLACK,
    ])
  })

  test('a drawing lies at the top', async () => {
    const shown = await show('drawing', options)
    expect([shown.width, shown.height]).toEqual([800, 600])
    expect([shown.at(5, 5), shown.at(295, 195), shown.at(305, 100)]).toEqual([GREEN, BLUE, WHITE])
  })

  test.each(['json', 'xml', 'broken xml'] as const)('%s is written out', async (name) => {
    const shown = await show(name, options)
    expect([shown.width, shown.height]).toEqual([800, 600])
    expect(hasInk(shown, 0, 200)).toBe(true)
    expect(hasInk(shown, 300, 600)).toBe(false)
  })
})

describe.each(['huge drawing', 'xml with a style'] as const)('%s', (name) => {
  test('is cut to the viewport', async () => {
    const shown = await show(name, {})
    expect([shown.width, shown.height, shown.at(400, 599)]).toEqual([800, 600, GREEN])
  })

  test('is shown whole as a full page', async () => {
    const shown = await show(name, { full_page: true })
    expect([shown.width, shown.height]).toEqual([800, 2000])
    expect([shown.at(400, 1795), shown.at(400, 1805)]).toEqual([GREEN, BLUE])
  })

  test('can be asked for an element', async () => {
    const shown = await show(name, { selector: ':root' })
    expect([shown.height, shown.at(5, 5), shown.at(400, 1995)]).toEqual([2000, GREEN, BLUE])
  })
})

test('a long text is shown whole as a full page', async () => {
  const shown = await show('text', { full_page: true })
  expect(shown.height).toBeGreaterThan(3000)
  expect(hasInk(shown, shown.height - 60, shown.height)).toBe(true)
})

test.each(Object.keys(answers) as (keyof typeof answers)[])('%s withstands every option', async (name) => {
  for (const full_page_mode of ['native', 'stitch'] as const) {
    const shown = await show(name, { ...everything, full_page_mode })
    expect(shown.width).toBeGreaterThanOrEqual(800)
    expect(shown.height).toBeGreaterThanOrEqual(600)
  }
  const part = { width_from: ':root', height_from: ':root', clip: '0,0,100,100' }
  const shown = await show(name, { ...everything, ...part })
  expect([shown.width, shown.height]).toEqual([100, 100])
})

/** Whether anything is drawn between two heights of the left side. */
function hasInk(shown: Picture, from: number, to: number): boolean {
  for (let y = from; y < to; y++) for (let x = 0; x < 120; x++) if (shown.at(x, y) !== WHITE) return true
  return false
}

function pathOf(name: string): string {
  return `/${name.replaceAll(' ', '-')}`
}

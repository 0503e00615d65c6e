import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { isNightly, listenOn, ORIGIN_HOST, readPicture, type Picture } from '@render/testkit'
import sharp from 'sharp'
import { shareTestEngine, type TestEngine } from './test-engine.ts'

const RED = '#ff0000'
const GREEN = '#00ff00'
const BLUE = '#0000ff'
const WHITE = '#ffffff'
const BLACK = '#000000'

/** Creates a green picture; the lowest tenth is blue. */
async function image(width: number, height: number): Promise<Buffer> {
  const foot = { create: { width, height: height / 10, channels: 3, background: '#00f' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#0f0' } })
    .composite([{ input: foot, gravity: 'south' }])
    .png()
    .toBuffer()
}

/** Creates the same picture as SVG. */
function drawing(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#0f0"/><rect y="90%" width="100%" height="10%" fill="#00f"/>
    <text y="100">a text</text></svg>`
}

/** All options that change a page. */
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

/** Maps a name to its response: type and body. */
const answers = {
  image: ['image/png', await image(300, 200)],
  'large image': ['image/png', await image(900, 1200)],
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
  engine = await shareTestEngine()
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
  ['with a selector that matches nothing', { selector: '#absent' }],
]

test.each(ways)('rendered as in the browser, %s, an image is in the middle', async (_, options) => {
  const result = await show('image', options)
  expect([result.width, result.height]).toEqual([800, 600])
  expect([result.at(240, 300), result.at(255, 205), result.at(545, 395), result.at(560, 300)]).toEqual([
    BLACK,
    GREEN,
    BLUE,
    BLACK,
  ])
})

describe.each(isNightly ? ways : ways.slice(0, 2))('rendered as in the browser, %s,', (_, options) => {
  test('a larger image is scaled to fit', async () => {
    const result = await show('large image', options)
    expect([result.width, result.height]).toEqual([800, 600])
    expect([result.at(170, 300), result.at(180, 5), result.at(620, 595), result.at(630, 300)]).toEqual([
      BLACK,
      GREEN,
      BLUE,
      BLACK,
    ])
  })

  test('a drawing is at the top', async () => {
    const result = await show('drawing', options)
    expect([result.width, result.height]).toEqual([800, 600])
    expect([result.at(5, 5), result.at(295, 195), result.at(305, 100)]).toEqual([GREEN, BLUE, WHITE])
  })

  test.each(['json', 'xml', 'broken xml'] as const)('%s is shown as text', async (name) => {
    const result = await show(name, options)
    expect([result.width, result.height]).toEqual([800, 600])
    expect(hasInk(result, 0, 200)).toBe(true)
    expect(hasInk(result, 300, 600)).toBe(false)
  })
})

describe.each(['huge drawing', 'xml with a style'] as const)('%s', (name) => {
  test('is cut to the viewport', async () => {
    const result = await show(name, {})
    expect([result.width, result.height, result.at(400, 599)]).toEqual([800, 600, GREEN])
  })

  test('is complete with full_page', async () => {
    const result = await show(name, { full_page: true })
    expect([result.width, result.height]).toEqual([800, 2000])
    expect([result.at(400, 1795), result.at(400, 1805)]).toEqual([GREEN, BLUE])
  })

  test('supports a selector', async () => {
    const result = await show(name, { selector: ':root' })
    expect([result.height, result.at(5, 5), result.at(400, 1995)]).toEqual([2000, GREEN, BLUE])
  })
})

test('a long text is complete with full_page', async () => {
  const result = await show('text', { full_page: true })
  expect(result.height).toBeGreaterThan(3000)
  expect(hasInk(result, result.height - 60, result.height)).toBe(true)
})

/** The size with all options, and a pixel of the target or of the background that the options set. */
const changed: Record<
  keyof typeof answers,
  { width: number; height: number | 'of the page'; pixel: [x: number, y: number, colour: string] }
> = {
  image: { width: 800, height: 600, pixel: [400, 300, GREEN] },
  'large image': { width: 800, height: 600, pixel: [400, 300, GREEN] },
  drawing: { width: 800, height: 600, pixel: [290, 5, GREEN] },
  'huge drawing': { width: 1000, height: 2000, pixel: [990, 1795, GREEN] },
  text: { width: 800, height: 'of the page', pixel: [790, 3000, RED] },
  json: { width: 800, height: 600, pixel: [400, 300, RED] },
  xml: { width: 800, height: 600, pixel: [400, 300, RED] },
  'xml with a style': { width: 800, height: 2000, pixel: [400, 1795, GREEN] },
  'broken xml': { width: 800, height: 600, pixel: [400, 300, RED] },
}

const ofEachKind = ['image', 'huge drawing', 'text', 'xml with a style'] as const

test.each(isNightly ? (Object.keys(answers) as (keyof typeof answers)[]) : ofEachKind)(
  '%s is rendered with every option',
  async (name) => {
    const { width, height, pixel } = changed[name]
    const size = [width, height === 'of the page' ? (await show(name, { full_page: true })).height : height]
    const native = await show(name, { ...everything, full_page_mode: 'native' })
    expect([native.width, native.height]).toEqual(size)
    const [x, y, colour] = pixel
    expect(native.at(x, y)).toBe(colour)
    const stitched = await show(name, { ...everything, full_page_mode: 'stitch' })
    expect([stitched.width, stitched.height]).toEqual(size)
    const part = { width_from: ':root', height_from: ':root', clip: '0,0,100,100' }
    const clipped = await show(name, { ...everything, ...part })
    expect([clipped.width, clipped.height]).toEqual([100, 100])
  },
)

/** Returns whether anything is drawn between two heights of the left side. */
function hasInk(result: Picture, from: number, to: number): boolean {
  for (let y = from; y < to; y++) for (let x = 0; x < 120; x++) if (result.at(x, y) !== WHITE) return true
  return false
}

function pathOf(name: string): string {
  return `/${name.replaceAll(' ', '-')}`
}

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

const SIZE = { width: 400, height: 300 }

async function show(name: keyof typeof answers, options: GivenOptions): Promise<Picture> {
  const url = server.url + pathOf(name)
  const { body, response } = await engine.make({ url, ...SIZE, ...options })
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
  expect(result).toMatchObject(SIZE)
  expect([result.at(40, 150), result.at(55, 55), result.at(345, 245), result.at(360, 150)]).toEqual([
    BLACK,
    GREEN,
    BLUE,
    BLACK,
  ])
})

describe.each(isNightly ? ways : ways.slice(0, 2))('rendered as in the browser, %s,', (_, options) => {
  test('a larger image is scaled to fit', async () => {
    const result = await show('large image', options)
    expect(result).toMatchObject(SIZE)
    expect([result.at(80, 150), result.at(95, 5), result.at(305, 295), result.at(320, 150)]).toEqual([
      BLACK,
      GREEN,
      BLUE,
      BLACK,
    ])
  })

  test('a drawing is at the top', async () => {
    const result = await show('drawing', options)
    expect(result).toMatchObject(SIZE)
    expect([result.at(5, 5), result.at(295, 195), result.at(305, 100)]).toEqual([GREEN, BLUE, WHITE])
  })

  test.each(['json', 'xml', 'broken xml'] as const)('%s is shown as text', async (name) => {
    const result = await show(name, options)
    expect(result).toMatchObject(SIZE)
    expect(hasInk(result, 0, 150)).toBe(true)
    expect(hasInk(result, 200, 300)).toBe(false)
  })
})

describe.each(['huge drawing', 'xml with a style'] as const)('%s', (name) => {
  test('is cut to the viewport', async () => {
    const result = await show(name, {})
    expect([result.width, result.height, result.at(200, 299)]).toEqual([400, 300, GREEN])
  })

  test('is complete with full_page', async () => {
    const result = await show(name, { full_page: true })
    expect([result.width, result.height]).toEqual([400, 2000])
    expect([result.at(200, 1795), result.at(200, 1805)]).toEqual([GREEN, BLUE])
  })

  test('supports a selector', async () => {
    const result = await show(name, { selector: ':root' })
    expect([result.height, result.at(5, 5), result.at(200, 1995)]).toEqual([2000, GREEN, BLUE])
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
  {
    width: number | 'of the page'
    height: number | 'of the page'
    pixel: [x: number, y: number, colour: string]
  }
> = {
  image: { ...SIZE, pixel: [200, 150, GREEN] },
  'large image': { ...SIZE, pixel: [200, 150, GREEN] },
  drawing: { ...SIZE, pixel: [290, 5, GREEN] },
  'huge drawing': { width: 1000, height: 2000, pixel: [990, 1795, GREEN] },
  text: { width: 400, height: 'of the page', pixel: [390, 3000, RED] },
  json: { ...SIZE, pixel: [390, 290, RED] },
  xml: { ...SIZE, pixel: [390, 290, RED] },
  'xml with a style': { width: 400, height: 2000, pixel: [200, 1795, GREEN] },
  'broken xml': { ...SIZE, width: 'of the page', pixel: [390, 290, RED] },
}

const ofEachKind = ['image', 'huge drawing', 'text', 'xml with a style'] as const

test.each(isNightly ? (Object.keys(answers) as (keyof typeof answers)[]) : ofEachKind)(
  '%s is rendered with every option',
  async (name) => {
    const { width, height, pixel } = changed[name]
    const whole = [width, height].includes('of the page')
      ? await show(name, { full_page: true, full_width: true })
      : SIZE
    const size = [
      width === 'of the page' ? whole.width : width,
      height === 'of the page' ? whole.height : height,
    ]
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

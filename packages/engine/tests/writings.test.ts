import { expect, test } from '@jest/globals'
import { readPicture, SCRIPT_SAMPLES } from '@render/testkit'
import { page, shareTestEngine } from './test-engine.ts'

const TILE_PX = 60
/** A character that no font has. */
const UNKNOWN = '\u{10fffd}'

/** The first two letters of each writing system. */
const letters = Object.entries(SCRIPT_SAMPLES).map(([lang, line]) => ({
  lang,
  samples: Array.from(new Intl.Segmenter(lang).segment(line), ({ segment }) => segment).slice(0, 2),
}))

test('draws the letters of every writing system, each with its own glyph', async () => {
  await using engine = await shareTestEngine()
  const style = `p { margin: 0; display: flex; height: ${TILE_PX}px } b { width: ${TILE_PX}px; font: 40px/${TILE_PX}px sans-serif }`
  const rows = letters.map(({ lang, samples }) => {
    const tiles = [...samples, UNKNOWN, ''].map((letter) => `<b>${letter}</b>`)
    return `<p lang="${lang}">${tiles.join('')}</p>`
  })
  const { body } = await engine.make({ html: page(style, rows.join('')), width: 1280, height: 1024 })
  const picture = await readPicture(body)
  const tile = (column: number, row: number): string => {
    const places = Array.from({ length: TILE_PX ** 2 }, (_, place) => [
      place % TILE_PX,
      Math.floor(place / TILE_PX),
    ])
    return places.map(([x, y]) => picture.rgba(column * TILE_PX + x!, row * TILE_PX + y!).join()).join(' ')
  }
  for (const [row, { lang }] of letters.entries()) {
    const [first, second, unknown, empty] = [0, 1, 2, 3].map((column) => tile(column, row))
    expect({ lang, differ: new Set([first, second, unknown, empty]).size }).toEqual({ lang, differ: 4 })
  }
})

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { isNightly, readPicture } from '@render/testkit'
import { page, shareTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await shareTestEngine()
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
})

/**
 * Returns a page of `height` CSS pixels with a colour for each hundred of them. Neighbours differ, so that a test notices
 * repeated and lost bands.
 */
function bands(height: number): string {
  const colours = Array.from({ length: height / 100 }, (_, index) => colourOf(index))
  return page(
    'div { height: 100px }',
    colours.map((colour) => `<div style="background: ${colour}"></div>`).join(''),
  )
}

function colourOf(index: number): string {
  return ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff', '#000000'][index % 7]!
}

describe('a tall page', () => {
  const SIZES = [
    [20_000, 1280],
    [30_000, 1280],
    [19_500, 2048],
  ] as const
  test.each(isNightly ? SIZES : SIZES.slice(0, 1))(
    'of %i pixels is complete at %i pixels of width',
    async (height, width) => {
      const { body, warnings } = await engine.make({ html: bands(height), full_page: true, width })
      const result = await readPicture(body)
      expect([result.width, result.height, warnings]).toEqual([width, height, []])
      const seen = Array.from({ length: height / 100 }, (_, index) => result.at(width - 3, index * 100 + 50))
      expect(seen).toEqual(seen.map((_, index) => colourOf(index)))
    },
  )

  test('beyond the limit is cut, with a warning', async () => {
    const rendered = await engine.make({ html: bands(35_000), full_page: true, width: 400 })
    expect([rendered.width, rendered.height]).toEqual([400, 30_000])
    expect(rendered.warnings).toEqual([expect.stringContaining('400x35000 CSS pixels to 400x30000')])
    expect((await readPicture(rendered.body)).at(5, 29_950)).toBe(colourOf(299))
  })

  test('that is too tall for its format is made smaller, with a warning', async () => {
    const rendered = await engine.make({ html: bands(17_000), full_page: true, width: 400, format: 'webp' })
    expect([rendered.width, rendered.height]).toEqual([385, 16_371])
    expect(rendered.warnings).toEqual([expect.stringContaining('0.963 pixels')])
    const result = await readPicture(rendered.body)
    expect([result.format, result.height]).toEqual(['webp', 16_371])
    const seen = Array.from({ length: 170 }, (_, index) =>
      result.at(200, Math.round((index * 100 + 50) * 0.963)),
    )
    expect(seen).toEqual(seen.map((_, index) => colourOf(index)))
  })

  test('that is too tall with what is drawn around it is made smaller or cut, with a warning', async () => {
    const full = { html: bands(17_000), full_page: true, width: 400 }
    const webp = await engine.make({ ...full, format: 'webp', show_timestamp: true })
    expect([webp.width, webp.height]).toEqual([384, 16_370])
    expect(webp.warnings).toEqual([expect.stringMatching(/0\.961 pixels .*: 400x17033 pixels/)])
    const padded = await engine.make({ ...full, html: bands(30_000), img_pad: '40', wrap: 'phone' })
    expect([padded.width, padded.height]).toEqual([568, 30_000])
    expect(padded.warnings).toEqual([expect.stringContaining('400x30000 CSS pixels to 400x29740')])
    expect((await readPicture(padded.body)).at(284, 30_000 - 40 - 96 - 20)).toBe(colourOf(297))
    const resized = await engine.make({ ...full, thumb_width: 800 })
    expect([resized.width, resized.height]).toEqual([800, 30_000])
    expect(resized.warnings).toEqual([expect.stringContaining('400x17000 CSS pixels to 400x15000')])
  })

  test('is refused when it is too large with what is drawn around it and may not change', async () => {
    const full = { full_page: true, width: 400, format: 'webp' } as const
    for (const options of [
      { html: bands(16_300), wrap: 'phone', force_dpr: true },
      // These are too large around the viewport already.
      { html: bands(1000), img_pad: '0,9000' },
      { html: bands(1000), thumb_width: 16_384 },
    ] as const)
      await expect(engine.make({ ...full, ...options })).rejects.toMatchObject({ code: 'InvalidOptions' })
  })

  test('at more than one device pixel for each CSS pixel is complete', async () => {
    const sizes = [
      [1.5, 12_000],
      [2, 7000],
      [1.25, 16_000],
    ] as const
    for (const [dpr, height] of isNightly ? sizes : sizes.slice(0, 1)) {
      const { body, warnings } = await engine.make({ html: bands(height), full_page: true, width: 1000, dpr })
      const result = await readPicture(body)
      expect([result.width, result.height, warnings]).toEqual([1000 * dpr, height * dpr, []])
      // These are the first and the last row of every band.
      const seen = Array.from({ length: height / 100 }, (_, index) => [
        result.at(5, index * 100 * dpr),
        result.at(5, (index + 1) * 100 * dpr - 1),
      ])
      expect(seen).toEqual(seen.map((_, index) => [colourOf(index), colourOf(index)]))
    }
  })
})

describe('a viewport', () => {
  test('with as many pixels as the limit is rendered', async () => {
    const html = page('body { background: #0f0 }')
    const { body } = await engine.make({ html, width: 8000, height: 5000 })
    const result = await readPicture(body)
    expect([result.width, result.height, result.at(7999, 4999)]).toEqual([8000, 5000, '#00ff00'])
  })

  test('with more pixels than the limit is refused', async () => {
    await expect(engine.make({ html: 'x', width: 8000, height: 5001 })).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: [{ option: 'width' }, { option: 'height' }],
    })
  })
})

test('eight renders at the same time each return their own picture', async () => {
  const renders = Array.from({ length: 8 }, (_, index) => {
    const html = page(`body { background: ${colourOf(index)} }`)
    return engine.make({ html, width: 200 + index }, { organisation: `organisation ${index % 2}` })
  })
  const results = await Promise.all((await Promise.all(renders)).map(({ body }) => readPicture(body)))
  expect(results.map((one) => [one.width, one.at(100, 500)])).toEqual(
    results.map((_, index) => [200 + index, colourOf(index)]),
  )
})

import { expect } from '@jest/globals'
import { page, VIEWPORT } from '../../test-engine.ts'
import { GREEN, WHITE } from '../colours.ts'
import type { Rows } from '../probe.ts'

export const viewport: Rows = {
  width: {
    'sets the width of page and picture': async ({ picture }) => {
      const html = page('@media (width: 700px) { body { background: #0f0 } }')
      const result = await picture({ html, width: 700 })
      expect([result.width, result.height, result.at(699, 500)]).toEqual([700, VIEWPORT.height, GREEN])
    },
    'is that of the window and the screen too': async ({ engine, origin }) => {
      const sides = '[innerWidth, outerWidth, screen.width, innerHeight, outerHeight, screen.height]'
      // Chromium tells a new document the size of its window a little later.
      const html = page(
        '',
        `<script>Object.defineProperty(window, 'sides', { get: () => ${sides} })</script>`,
      )
      const read = { html, base_url: origin.url, custom_data_variable: 'sides', delay: 200 }
      for (const options of [{}, {}, { cookie: ['a=b'] }]) {
        const { data } = await engine.make({ ...read, width: 1500, height: 700, ...options })
        expect(data!.customData).toEqual([1500, 1500, 1500, 700, 700, 700])
      }
    },
  },
  height: {
    'sets the height of page and picture': async ({ picture }) => {
      const html = page('@media (height: 333px) { body { background: #0f0 } }')
      const result = await picture({ html, height: 333 })
      expect([result.width, result.height, result.at(600, 332)]).toEqual([VIEWPORT.width, 333, GREEN])
    },
  },
  dpr: {
    'the page and the picture have the ratio': async ({ picture }) => {
      const html = page('body { background: #f00 } @media (resolution: 2dppx) { body { background: #0f0 } }')
      const result = await picture({ html, width: 300, height: 200, dpr: 2 })
      expect([result.width, result.height, result.at(599, 399)]).toEqual([600, 400, GREEN])
    },
    'lines of one CSS pixel stay sharp far below the viewport': async ({ picture }) => {
      // The page has lines of one CSS pixel, the second one far below the viewport.
      const style = 'p { margin: 0; height: 1000px } b { display: block; height: 1px; background: #0f0 }'
      const html = page(style, '<p></p><b></b><p></p><b></b>')
      const result = await picture({ html, width: 300, height: 200, dpr: 2, full_page: true })
      expect([result.width, result.height]).toEqual([600, 4004])
      expect([1999, 2000, 2001, 2002, 4001, 4002, 4003].map((y) => result.at(5, y))).toEqual([
        WHITE,
        GREEN,
        GREEN,
        WHITE,
        WHITE,
        GREEN,
        GREEN,
      ])
    },
    'a ratio below one makes the picture smaller': async ({ picture }) => {
      const result = await picture({
        html: page('body { background: #0f0 }'),
        width: 300,
        height: 200,
        dpr: 0.5,
      })
      expect([result.width, result.height, result.at(149, 99)]).toEqual([150, 100, GREEN])
    },
  },
  retina: {
    'doubles the ratio': async ({ picture }) => {
      const result = await picture({ html: '', width: 300, height: 200, retina: true })
      expect([result.width, result.height]).toEqual([600, 400])
    },
  },
  force_dpr: {
    'a picture that must be smaller is refused, and without the option it is smaller with a warning': async ({
      engine,
    }) => {
      const html = page('p { height: 20000px }', '<p></p>')
      const request = { html, full_page: true, width: 100, dpr: 3 }
      const rendered = await engine.make(request)
      expect(rendered.width).toBeLessThan(100 * 2)
      expect(rendered.warnings).toEqual([expect.stringContaining('instead of 3')])
      await expect(engine.make({ ...request, force_dpr: true })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'force_dpr' }],
      })
    },
  },
  width_from: {
    'the viewport is as wide as the element': async ({ picture }) => {
      const html = page('p { width: 333.4px; height: 20px; background: #0f0 }', '<p></p>')
      const result = await picture({ html, width_from: 'p', height: 100 })
      expect([result.width, result.height, result.at(300, 25)]).toEqual([334, 100, GREEN])
    },
    'without a match the viewport does not change, and an invalid selector is refused': async ({
      engine,
    }) => {
      const rendered = await engine.make({ html: '', width_from: 'p', height_from: 'b' })
      expect(rendered).toMatchObject(VIEWPORT)
      expect(rendered.warnings).toEqual([
        expect.stringContaining('"width_from"'),
        expect.stringContaining('"height_from"'),
      ])
      for (const option of ['width_from', 'height_from'])
        await expect(engine.make({ html: '', [option]: 'p[' })).rejects.toMatchObject({
          code: 'InvalidOptions',
          details: [{ option }],
        })
    },
  },
  height_from: {
    'the viewport is as high as the element with what overflows': async ({ picture }) => {
      const style =
        'main { width: 400px; height: 10px } p { width: 100%; aspect-ratio: 2; margin: 0; background: #0f0 }'
      const html = page(style, '<main><p></p></main>')
      const result = await picture({ html, width_from: 'main', height_from: 'main', dpr: 2 })
      expect([result.width, result.height, result.at(799, 399)]).toEqual([800, 400, GREEN])
    },
    'a viewport that would be too high is cut with a warning, and refused with a forced ratio': async ({
      engine,
    }) => {
      const given = { html: page('p { height: 32000px }', '<p></p>'), width: 20, height_from: 'p' }
      const { height, warnings } = await engine.make(given)
      expect([height, warnings]).toEqual([30_000, [expect.stringContaining('32000')]])
      await expect(engine.make({ ...given, force_dpr: true })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'width' }, { option: 'height_from' }],
      })
    },
  },
}

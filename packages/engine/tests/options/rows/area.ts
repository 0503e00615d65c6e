import { expect } from '@jest/globals'
import { bandRuns, rowRuns } from '@render/testkit'
import { page, VIEWPORT } from '../../test-engine.ts'
import { BLUE, GREEN, RED, WHITE } from '../colours.ts'
import type { Rows } from '../probe.ts'

export const area: Rows = {
  full_page: {
    'captures the whole height of the page': async ({ origin, picture }) => {
      const result = await picture({ url: `${origin.url}/tall`, full_page: true })
      expect([result.width, result.height]).toEqual([VIEWPORT.width, 3000])
      expect([result.at(5, 2890), result.at(5, 2910)]).toEqual([RED, BLUE])
    },
    'a page that is smaller than the viewport fills it': async ({ picture }) => {
      const result = await picture({ html: page('body { background: #0f0 }', 'x'), full_page: true })
      expect(result).toMatchObject(VIEWPORT)
      expect(result.at(5, VIEWPORT.height - 1)).toBe(GREEN)
    },
    'content that overflows to the right does not widen the picture': async ({ picture }) => {
      const html = page('div { width: 3000px; height: 2000px; background: #0f0 }', '<div></div>')
      const result = await picture({ html, full_page: true, width: 500, height: 300 })
      expect([result.width, result.height, result.at(499, 1999)]).toEqual([500, 2000, GREEN])
    },
  },
  selector: {
    "captures the element's box": async ({ origin, picture }) => {
      const result = await picture({ url: `${origin.url}/box`, selector: '#box' })
      expect([result.width, result.height]).toEqual([300, 200])
      for (const [x, y] of [
        [0, 0],
        [299, 199],
      ] as const)
        expect(result.at(x, y)).toBe(GREEN)
    },
    'captures a large element outside of the viewport, and overrides "full_page"': async ({ picture }) => {
      const style = '#far { position: absolute; left: 2000px; top: 5000px; width: 1500px; height: 1300px; }'
      const html = page(`${style} #far { background: #0f0; border: 10px solid #00f }`, '<p id="far"></p>')
      const result = await picture({ html, selector: 'p', full_page: true })
      expect([result.width, result.height]).toEqual([1520, 1320])
      expect([result.at(3, 3), result.at(760, 660), result.at(1517, 1317)]).toEqual([BLUE, GREEN, BLUE])
    },
    'without a match, or with an empty match, the viewport is captured with a warning': async ({
      engine,
    }) => {
      for (const html of [page('body { background: #0f0 }'), page('body { background: #0f0 }', '<b></b>')]) {
        const rendered = await engine.make({ html, selector: 'b' })
        expect(rendered).toMatchObject(VIEWPORT)
        expect(rendered.warnings).toEqual([expect.stringContaining('"selector"')])
      }
    },
    'a match outside of the page is ignored, and the warning says so': async ({ engine }) => {
      const html = page('p { position: fixed; left: -300px; width: 300px; height: 100% }', '<p></p>')
      const rendered = await engine.make({ html, selector: 'p' })
      const warnings = ['"selector" matched an element outside of the page and was ignored.']
      expect(rendered).toMatchObject({ ...VIEWPORT, warnings })
    },
    'without a match "full_page" and "clip" apply, as the warning says': async ({ engine }) => {
      const html = page('body { height: 1500px }')
      const warnings = ['"selector" matched no element and was ignored.']
      const whole = await engine.make({ html, selector: 'b', full_page: true })
      expect(whole).toMatchObject({ width: VIEWPORT.width, height: 1500, warnings })
      const part = await engine.make({ html, selector: 'b', clip: '0,0,200,100' })
      expect(part).toMatchObject({ width: 200, height: 100, warnings })
    },
    'an empty one is none, whatever is made': async ({ engine }) => {
      const html = page('', '<p>text</p>')
      for (const options of [{}, { format: 'md' }, { format: 'html' }] as const)
        expect(await engine.make({ html, selector: '', ...options })).toMatchObject({ warnings: [] })
    },
    'an invalid selector is refused': async ({ engine }) => {
      await expect(engine.make({ html: '', selector: 'p[' })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'selector' }],
      })
    },
  },
  full_width: {
    'captures content that overflows to the right': async ({ picture }) => {
      const html = page('p { width: 3000px; height: 100px; margin: 0; background: #0f0 }', '<p></p>')
      const result = await picture({ html, full_page: true, full_width: true, width: 500, height: 300 })
      expect([result.width, result.height, result.at(2999, 50)]).toEqual([3000, 300, GREEN])
    },
    'captures content that overflows to the left in a page with direction rtl': async ({ picture }) => {
      const html = page(
        ':root { direction: rtl } p { width: 3000px; height: 100px; margin: 0; background: linear-gradient(90deg, #00f 100px, #0f0 100px) }',
        '<p></p>',
      )
      const request = { html, full_page: true, width: 500, height: 300 }
      const whole = await picture({ ...request, full_width: true })
      expect([whole.width, whole.at(50, 50), whole.at(150, 50), whole.at(2950, 50)]).toEqual([
        3000,
        BLUE,
        GREEN,
        GREEN,
      ])
      const part = await picture({ ...request, full_width: true, max_width: 2950 })
      expect([part.width, part.at(20, 50), part.at(100, 50)]).toEqual([2950, BLUE, GREEN])
      expect(await picture(request)).toMatchObject({ width: 500 })
    },
  },
  max_width: {
    'limits the width of the picture': async ({ picture }) => {
      const html = page('p { width: 3000px; height: 100px; margin: 0; background: #0f0 }', '<p></p>')
      const result = await picture({ html, full_page: true, full_width: true, width: 500, max_width: 800 })
      expect([result.width, result.at(799, 50)]).toEqual([800, GREEN])
    },
  },
  max_height: {
    'limits the height of the picture, and does not change a lower one': async ({ origin, picture }) => {
      const url = `${origin.url}/tall`
      expect(await picture({ url, full_page: true, max_height: 2000 })).toMatchObject({
        width: VIEWPORT.width,
        height: 2000,
      })
      expect(await picture({ url, full_page: true, max_height: 4000 })).toMatchObject({ height: 3000 })
    },
  },
  clip: {
    'offsets begin at the left edge of the viewport, also when the page overflows to the left': async ({
      origin,
      picture,
    }) => {
      const width = 700
      const [left, right] = await Promise.all([
        picture({ url: `${origin.url}/right-to-left`, width, clip: '0,0,100,90' }),
        picture({ url: `${origin.url}/right-to-left`, width, clip: '600,20,100,90' }),
      ])
      expect([rowRuns(left, 5), rowRuns(right, 5)]).toEqual([
        bandRuns(1, 100, { first: 6 }),
        bandRuns(1, 100),
      ])
    },
    'reaches into what scrolls in place of the document': async ({ picture }) => {
      const html = page(
        'html, body { height: 100%; overflow: hidden } main { height: 100%; overflow: auto } div { height: 1500px; background: #f00 } p { height: 600px; margin: 0; background: #0f0 }',
        '<main><div></div><p></p></main>',
      )
      const result = await picture({ html, clip: '0,1500,100,600' })
      expect([result.height, result.at(5, 5), result.at(5, 595)]).toEqual([600, GREEN, GREEN])
    },
    'captures the area only': async ({ origin, picture }) => {
      const result = await picture({ url: `${origin.url}/box`, clip: '40,50,20,30' })
      expect([result.width, result.height]).toEqual([20, 30])
      expect([result.at(9, 9), result.at(9, 10), result.at(10, 9), result.at(10, 10)]).toEqual([
        WHITE,
        WHITE,
        WHITE,
        GREEN,
      ])
    },
    'captures an area far below the viewport, and overrides "full_page"': async ({ origin, picture }) => {
      const result = await picture({
        url: `${origin.url}/tall`,
        clip: '10,2850,100,100',
        full_page: true,
        dpr: 2,
      })
      expect([result.width, result.height, result.at(5, 99), result.at(5, 101)]).toEqual([
        200,
        200,
        RED,
        BLUE,
      ])
    },
    'an area that leaves the page is cut with a warning, and one outside of it is refused': async ({
      origin,
      engine,
    }) => {
      const url = `${origin.url}/tall`
      const rendered = await engine.make({ url, clip: '560,2900,200,200' })
      expect([rendered.width, rendered.height]).toEqual([80, 100])
      expect(rendered.warnings).toEqual([expect.stringContaining('"clip"')])
      await expect(engine.make({ url, clip: '0,3000,10,10' })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'clip', message: expect.stringContaining(`${VIEWPORT.width}x3000`) }],
      })
    },
  },
  viewport_clip: {
    'cuts an area to the viewport': async ({ origin, picture }) => {
      const url = `${origin.url}/tall`
      const result = await picture({ url, clip: '100,488,100,100', viewport_clip: true })
      expect([result.width, result.height]).toEqual([100, 24])
    },
    'cuts an element to the viewport': async ({ picture }) => {
      const html = page('p { margin: 0; width: 50px; height: 4000px; background: #0f0 }', '<p></p>')
      const result = await picture({ html, selector: 'p', viewport_clip: true })
      expect([result.width, result.height]).toEqual([50, VIEWPORT.height])
      expect(result.at(49, VIEWPORT.height - 1)).toBe(GREEN)
    },
    'an area outside of the viewport gives the viewport with a warning': async ({ origin, engine }) => {
      const rendered = await engine.make({
        url: `${origin.url}/tall`,
        clip: '0,2000,10,10',
        viewport_clip: true,
      })
      expect(rendered).toMatchObject({ ...VIEWPORT, warnings: [expect.stringContaining('visible')] })
    },
  },
}

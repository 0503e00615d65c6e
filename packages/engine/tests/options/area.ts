import { expect } from '@jest/globals'
import { bandRuns, rowRuns } from '@render/testkit'
import { page } from '../test-engine.ts'
import { BLUE, GREEN, RED, WHITE } from './colours.ts'
import type { Rows } from './rows.ts'

export const area: Rows = {
  full_page: [
    async ({ origin, picture }) => {
      const shown = await picture({ url: `${origin.url}/tall`, full_page: true })
      expect([shown.width, shown.height]).toEqual([1280, 3000])
      expect([shown.at(5, 2890), shown.at(5, 2910)]).toEqual([RED, BLUE])
    },
    async ({ picture }) => {
      // A page that is smaller than the viewport fills it.
      const shown = await picture({ html: page('body { background: #0f0 }', 'x'), full_page: true })
      expect([shown.width, shown.height, shown.at(5, 1020)]).toEqual([1280, 1024, GREEN])
    },
    async ({ picture }) => {
      // What overflows to the right does not make the picture wider.
      const html = page('div { width: 3000px; height: 2000px; background: #0f0 }', '<div></div>')
      const shown = await picture({ html, full_page: true, width: 500, height: 300 })
      expect([shown.width, shown.height, shown.at(499, 1999)]).toEqual([500, 2000, GREEN])
    },
  ],
  selector: [
    async ({ origin, picture }) => {
      const shown = await picture({ url: `${origin.url}/box`, selector: '#box' })
      expect([shown.width, shown.height]).toEqual([300, 200])
      for (const [x, y] of [
        [0, 0],
        [299, 199],
      ] as const)
        expect(shown.at(x, y)).toBe(GREEN)
    },
    async ({ picture }) => {
      // Far below and to the right of the viewport, larger than it, and stronger than full_page.
      const style = '#far { position: absolute; left: 2000px; top: 5000px; width: 1500px; height: 1300px; }'
      const html = page(`${style} #far { background: #0f0; border: 10px solid #00f }`, '<p id="far"></p>')
      const shown = await picture({ html, selector: 'p', full_page: true })
      expect([shown.width, shown.height]).toEqual([1520, 1320])
      expect([shown.at(3, 3), shown.at(760, 660), shown.at(1517, 1317)]).toEqual([BLUE, GREEN, BLUE])
    },
    async ({ engine }) => {
      for (const html of [page('body { background: #0f0 }'), page('body { background: #0f0 }', '<b></b>')]) {
        const rendered = await engine.make({ html, selector: 'b' })
        expect(rendered).toMatchObject({ width: 1280, height: 1024 })
        expect(rendered.warnings).toEqual([expect.stringContaining('"selector"')])
      }
    },
    async ({ engine }) => {
      await expect(engine.make({ html: '', selector: 'p[' })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'selector' }],
      })
    },
  ],
  full_width: [
    async ({ picture }) => {
      const html = page('p { width: 3000px; height: 100px; margin: 0; background: #0f0 }', '<p></p>')
      const shown = await picture({ html, full_page: true, full_width: true, width: 500, height: 300 })
      expect([shown.width, shown.height, shown.at(2999, 50)]).toEqual([3000, 300, GREEN])
    },
    async ({ picture }) => {
      // Written from right to left, a page overflows to the left.
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
  ],
  max_width: [
    async ({ picture }) => {
      const html = page('p { width: 3000px; height: 100px; margin: 0; background: #0f0 }', '<p></p>')
      const shown = await picture({ html, full_page: true, full_width: true, width: 500, max_width: 800 })
      expect([shown.width, shown.at(799, 50)]).toEqual([800, GREEN])
    },
  ],
  max_height: [
    async ({ origin, picture }) => {
      const url = `${origin.url}/tall`
      expect(await picture({ url, full_page: true, max_height: 2000 })).toMatchObject({
        width: 1280,
        height: 2000,
      })
      expect(await picture({ url, full_page: true, max_height: 4000 })).toMatchObject({ height: 3000 })
    },
  ],
  clip: [
    async ({ origin, picture }) => {
      // Counted from the left edge of the viewport, also where a page overflows to the left.
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
    async ({ origin, picture }) => {
      const shown = await picture({ url: `${origin.url}/box`, clip: '40,50,20,30' })
      expect([shown.width, shown.height]).toEqual([20, 30])
      expect([shown.at(9, 9), shown.at(9, 10), shown.at(10, 9), shown.at(10, 10)]).toEqual([
        WHITE,
        WHITE,
        WHITE,
        GREEN,
      ])
    },
    async ({ origin, picture }) => {
      // Far below the fold, and stronger than full_page.
      const shown = await picture({
        url: `${origin.url}/tall`,
        clip: '10,2850,100,100',
        full_page: true,
        dpr: 2,
      })
      expect([shown.width, shown.height, shown.at(5, 99), shown.at(5, 101)]).toEqual([200, 200, RED, BLUE])
    },
    async ({ origin, engine }) => {
      const url = `${origin.url}/tall`
      const rendered = await engine.make({ url, clip: '1200,2900,200,200' })
      expect([rendered.width, rendered.height]).toEqual([80, 100])
      expect(rendered.warnings).toEqual([expect.stringContaining('"clip"')])
      await expect(engine.make({ url, clip: '0,3000,10,10' })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'clip', message: expect.stringContaining('1280x3000') }],
      })
    },
  ],
  viewport_clip: [
    async ({ origin, picture }) => {
      const url = `${origin.url}/tall`
      const shown = await picture({ url, clip: '100,1000,100,100', viewport_clip: true })
      expect([shown.width, shown.height]).toEqual([100, 24])
    },
    async ({ picture }) => {
      const html = page('p { margin: 0; width: 50px; height: 4000px; background: #0f0 }', '<p></p>')
      const shown = await picture({ html, selector: 'p', viewport_clip: true })
      expect([shown.width, shown.height, shown.at(49, 1023)]).toEqual([50, 1024, GREEN])
    },
    async ({ origin, engine }) => {
      const rendered = await engine.make({
        url: `${origin.url}/tall`,
        clip: '0,2000,10,10',
        viewport_clip: true,
      })
      expect([rendered.width, rendered.height]).toEqual([1280, 1024])
      expect(rendered.warnings).toEqual([expect.stringContaining('visible')])
    },
  ],
}

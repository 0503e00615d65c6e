import { expect } from '@jest/globals'
import { page } from '../test-engine.ts'
import { RED, GREEN, BLUE } from './colours.ts'
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
}

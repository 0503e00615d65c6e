import { expect } from '@jest/globals'
import { page } from '../test-engine.ts'
import { GREEN, RED, WHITE } from './colours.ts'
import type { Rows } from './rows.ts'

const SQUARES = page(
  'p { width: 100px; height: 100px; margin: 0; background: #f00 } p b { visibility: visible; background: #0f0; display: block; height: 50px }',
  `<p class="ad"><b></b></p><p></p><script>onload = () => setTimeout(() => document.body.append(Object.assign(document.createElement('p'), { className: 'ad' })), 300)</script>`,
)

export const hiding: Rows = {
  hide_selector: [
    async ({ picture }) => {
      const hidden = await picture({ html: SQUARES, hide_selector: '.ad, .x', delay: 600 })
      // Hidden with what is in it, in its place, also where it comes later.
      expect([25, 75, 150, 250].map((y) => hidden.at(50, y))).toEqual([WHITE, WHITE, RED, WHITE])
      const shown = await picture({ html: SQUARES, delay: 600 })
      expect([25, 75, 150, 250].map((y) => shown.at(50, y))).toEqual([GREEN, RED, RED, RED])
    },
    async ({ engine }) => {
      await expect(engine.make({ html: SQUARES, hide_selector: '.ad, p >' })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'hide_selector' }],
      })
    },
  ],
  hide_selector_x: [
    async ({ picture, engine }) => {
      const hidden = await picture({ html: SQUARES, hide_selector_x: '//p[@class="ad"]' })
      expect([25, 75, 150].map((y) => hidden.at(50, y))).toEqual([WHITE, WHITE, RED])
      await expect(engine.make({ html: SQUARES, hide_selector_x: '//' })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'hide_selector_x' }],
      })
    },
  ],
}

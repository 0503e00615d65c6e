import { expect } from '@jest/globals'
import { page } from '../test-engine.ts'
import { GREEN } from './colours.ts'
import type { Rows } from './rows.ts'

export const viewport: Rows = {
  width: [
    async ({ picture }) => {
      const html = page('@media (width: 700px) { body { background: #0f0 } }')
      const shown = await picture({ html, width: 700 })
      expect([shown.width, shown.height, shown.at(699, 1000)]).toEqual([700, 1024, GREEN])
    },
  ],
  height: [
    async ({ picture }) => {
      const html = page('@media (height: 333px) { body { background: #0f0 } }')
      const shown = await picture({ html, height: 333 })
      expect([shown.width, shown.height, shown.at(1200, 332)]).toEqual([1280, 333, GREEN])
    },
  ],
}

import { describe, expect, test } from '@jest/globals'
import { parseOptions } from '../index.ts'
import { readColour } from './colour.ts'

describe('readColour', () => {
  test.each([
    ['white', 255, 255, 255, 1],
    ['RebeccaPurple', 102, 51, 153, 1],
    ['transparent', 0, 0, 0, 0],
    ['#fc0', 255, 204, 0, 1],
    ['#ff000080', 255, 0, 0, 128 / 255],
    ['rgb(1, 2, 3)', 1, 2, 3, 1],
    ['rgba(10% 20% 100% / 50%)', 26, 51, 255, 0.5],
    ['rgb(none 300 -5)', 0, 255, 0, 1],
    ['hsl(120deg 100% 50%)', 0, 255, 0, 1],
    ['hwb(0.5turn 0% 0%)', 0, 255, 255, 1],
    ['lab(100% 0 0)', 255, 255, 255, 1],
    ['oklch(0% 0 0 / 0.25)', 0, 0, 0, 0.25],
    ['color(display-p3 0 1 0)', 0, 255, 0, 1],
  ])('parses %s', (text, r, g, b, alpha) => {
    expect(readColour(text)).toEqual({ r, g, b, alpha })
  })

  test.each([
    ['bleu'],
    ['#12345'],
    ['#ggg'],
    ['rgb(1)'],
    ['rgb(a b c)'],
    ['rgb(1 2 3'],
    ['rgb(1 2 3)x'],
    ['color(display-p4 1 0 0)'],
    ['url(http://a.example/)'],
    ['red; background: url(x)'],
    [''],
  ])('returns undefined for %j', (text) => {
    expect(readColour(text)).toBeUndefined()
    expect(() => parseOptions({ html: 'x', img_bg: text })).toThrow(
      expect.objectContaining({
        code: 'InvalidOptions',
        details: [expect.objectContaining({ option: 'img_bg' })],
      }),
    )
  })
})

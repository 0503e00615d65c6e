import { describe, expect, test } from '@jest/globals'
import { frameDrawing } from './frame-drawing.ts'

const SHEET =
  '<?xml version="1.0"?>\n<svg width="75pt" height="90pt" viewBox="0 0 75 90">\n<path d="M0 0"/>\n</svg>\n'

describe('a drawing', () => {
  test('is an area of the sheet in pixels', () => {
    const framed = frameDrawing(SHEET, { area: { x: 10, y: 20, width: 30, height: 40 }, background: '#fff' })
    expect(framed).toContain('width="30" height="40" viewBox="0 0 30 40">')
    expect(framed).toContain('<rect width="30" height="40" fill="#fff"/>')
    expect(framed).toContain('translate(-10 -20) scale(1.3333333333333333)')
    expect(framed).toContain('<path d="M0 0"/>')
    expect(framed.match(/<svg|<\/svg>/g)).toHaveLength(2)
  })

  test('of a smaller sheet is larger', () => {
    const area = { x: 0, y: 0, width: 1, height: 1 }
    expect(frameDrawing(SHEET, { area, userUnit: 3 })).toContain('scale(4)')
    expect(frameDrawing(SHEET, { area })).not.toContain('<rect')
    expect(() => frameDrawing('', { area })).toThrow('no drawing')
  })
})

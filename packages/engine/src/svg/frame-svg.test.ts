import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { frameSvg } from './frame-svg.ts'

const SHEET =
  '<?xml version="1.0"?>\n<svg width="75pt" height="90pt" viewBox="0 0 75 90">\n<path d="M0 0"/>\n</svg>\n'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'svg-'))))
afterAll(() => rmSync(folder, { recursive: true }))

async function framed(sheet: string, framing: Parameters<typeof frameSvg>[2]): Promise<string> {
  const [from, to] = [join(folder, 'sheet.svg'), join(folder, 'page.svg')]
  writeFileSync(from, sheet)
  await frameSvg(from, to, framing)
  return readFileSync(to, 'utf8')
}

describe('an SVG', () => {
  test('is an area of the sheet in pixels', async () => {
    const area = { x: 10, y: 20, width: 30, height: 40 }
    const svg = await framed(SHEET, { area, background: '#fff' })
    expect(svg).toContain('width="30" height="40" viewBox="0 0 30 40">')
    expect(svg).toContain('<rect width="30" height="40" fill="#fff"/>')
    expect(svg).toContain('translate(-10 -20) scale(1.3333333333333333)')
    expect(svg).toContain('<path d="M0 0"/>')
    expect(svg.match(/<svg|<\/svg>/g)).toHaveLength(2)
  })

  test('of a smaller sheet is larger', async () => {
    const area = { x: 0, y: 0, width: 1, height: 1 }
    expect(await framed(SHEET, { area, userUnit: 3 })).toContain('scale(4)')
    expect(await framed(SHEET, { area })).not.toContain('<rect')
  })

  test('keeps all of a long sheet', async () => {
    const text = 'é'.repeat(100_000)
    const area = { x: 0, y: 0, width: 1, height: 1 }
    expect(await framed(`<svg><text>${text}</text></svg>`, { area })).toContain(
      `<text>${text}</text></g></svg>`,
    )
  })

  test('is refused when there is none', async () => {
    await expect(framed('', { area: { x: 0, y: 0, width: 1, height: 1 } })).rejects.toThrow('no SVG')
  })
})

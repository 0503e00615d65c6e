import { describe, expect, test } from '@jest/globals'
import { shorten } from './shorten.ts'

describe('a line of text', () => {
  test('that has room stays as it is', async () => {
    expect(await shorten('short & sweet', 200, 13)).toBe('short & sweet')
  })

  test.each([
    ['https://a.example/', 'abc/'],
    ['', '日本語'],
    ['', 'مرحبا '],
    ['', '👩‍👩‍👧‍👦'],
    ['', 'i'],
  ])('%s%s... ends in an ellipsis where its room does', async (start, part) => {
    const text = start + part.repeat(500)
    const [narrow, wide] = await Promise.all([200, 400].map((widthPx) => shorten(text, widthPx, 13)))
    for (const line of [narrow!, wide!]) {
      expect(line.endsWith('…')).toBe(true)
      expect(text.startsWith(line.slice(0, -1))).toBe(true)
    }
    expect(wide!.length / narrow!.length).toBeGreaterThan(1.7)
    expect(wide!.length).toBeLessThan(400)
  })

  test('keeps characters whole', async () => {
    const line = await shorten('👩‍👩‍👧‍👦'.repeat(50), 100, 13)
    expect(line.replaceAll('👩‍👩‍👧‍👦', '')).toBe('…')
  })

  test.each([[0], [-5], [1]])('has nothing to say in %i pixels', async (widthPx) => {
    expect(await shorten('https://a.example', widthPx, 13)).toBe('')
  })
})

import { describe, expect, test } from '@jest/globals'
import { nearestNames } from './names.ts'

describe('nearestNames', () => {
  test.each([
    ['full_pgae', ['full_page']],
    ['FullPage', ['full_page']],
    ['hieght', ['height']],
    ['save_heading', ['save_headings', 'save_headers']],
    ['video_scroll_duratio', ['video_scroll_duration']],
    ['banner', ['hide_cookie_banners']],
    ['x', []],
    ['completely_different', []],
    ['width'.repeat(20), []],
  ])('%s suggests %j', (unknown, names) => {
    expect(nearestNames(unknown, 3).slice(0, Math.max(names.length, 1))).toEqual(names)
  })

  test('returns at most the given number of names, without duplicates', () => {
    const names = nearestNames('md_', 5)
    expect(names).toHaveLength(5)
    expect(new Set(names).size).toBe(5)
  })
})

import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { showDefaults } from './defaults.ts'
import { changeDefaults } from './index.ts'

const complaints = (former: object, change: object) => {
  try {
    changeDefaults({ ...former }, { ...change })
    return []
  } catch (error) {
    return (error as RenderError).details!.map(({ option }) => option)
  }
}

describe('changing the defaults of a project', () => {
  test('sets what is named, in either spelling, and leaves the rest', () => {
    const defaults = changeDefaults({ width: 500, dark_mode: true }, { width: '800', fullPage: 'true' })
    expect(defaults).toEqual({ width: 800, dark_mode: true, full_page: true })
  })

  test('takes away what is null', () => {
    const former = { full_page: true, width: 500, archive: 7 }
    expect(changeDefaults(former, { fullPage: null, archive: null, height: null })).toEqual({ width: 500 })
  })

  test('keeps what it does not know', () => {
    expect(changeDefaults({}, { archive: { of: 7 } })).toEqual({ archive: { of: 7 } })
  })

  test('keeps a secret that comes back as it was shown', () => {
    const former = {
      authorization: 'sesame',
      cookie: ['a=sesame'],
      thumbnails: [{ width: 5, presigned_url: 'https://a.example/?sesame' }],
    }
    expect(changeDefaults(former, showDefaults(former))).toEqual(former)
    expect(changeDefaults(former, { authorization: 'other' }).authorization).toBe('other')
  })

  test('names every option that is wrong', () => {
    expect(complaints({}, { width: -1, format: 'doc' })).toEqual(['format', 'width'])
    expect(complaints({}, { url: 'https://a.example', html: 'x' })).toEqual(['url', 'html'])
    expect(complaints({}, { fullPage: true, full_page: false })).toEqual(['full_page'])
    expect(complaints({}, { archive: 'x'.repeat(131_072) })).toEqual(['options'])
  })

  test('refuses what cannot go together with what is there', () => {
    expect(complaints({}, { full_page_slices: true })).toEqual(['full_page_slices'])
    const sliced = { full_page: true, full_page_slices: true }
    expect(complaints({}, sliced)).toEqual([])
    expect(complaints(sliced, { full_page: null })).toEqual(['full_page_slices'])
  })
})

describe('defaults that are shown', () => {
  test('have no secrets, nor what may be meant as one', () => {
    const shown = showDefaults({
      width: 500,
      authorization: 'sesame',
      authorisation: 'sesame',
      retry_with: [{ width: 6, proxy: 'me:sesame@a.example:80' }],
      archive: 7,
    })
    expect(shown).toEqual({
      width: 500,
      authorization: '[secret]',
      authorisation: '[secret]',
      retry_with: [{ width: 6, proxy: '[secret]' }],
      archive: 7,
    })
  })
})

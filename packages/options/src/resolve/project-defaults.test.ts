import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { showDefaults } from './project-defaults.ts'
import { changeDefaults } from '../index.ts'

const problems = (former: object, change: object) => {
  try {
    changeDefaults({ ...former }, { ...change })
    return []
  } catch (error) {
    return (error as RenderError).details!.map(({ option }) => option)
  }
}

describe('changeDefaults', () => {
  test('sets the given options, in either spelling, and keeps the others', () => {
    const defaults = changeDefaults({ width: 500, dark_mode: true }, { width: '800', fullPage: 'true' })
    expect(defaults).toEqual({ width: 800, dark_mode: true, full_page: true })
  })

  test('removes options that are null', () => {
    const former = { full_page: true, width: 500, archive: 7 }
    expect(changeDefaults(former, { fullPage: null, archive: null, height: null })).toEqual({ width: 500 })
  })

  test('keeps unknown options', () => {
    expect(changeDefaults({}, { archive: { of: 7 } })).toEqual({ archive: { of: 7 } })
  })

  test('keeps a secret that is sent back redacted', () => {
    const former = {
      authorization: 'sesame',
      cookie: ['a=sesame'],
      thumbnails: [{ width: 5, presigned_url: 'https://a.example/?sesame' }],
    }
    expect(changeDefaults(former, showDefaults(former))).toEqual(former)
    expect(changeDefaults(former, { authorization: 'other' }).authorization).toBe('other')
  })

  test('names every invalid option', () => {
    expect(problems({}, { width: -1, format: 'doc' })).toEqual(['format', 'width'])
    expect(problems({}, { url: 'https://a.example', html: 'x' })).toEqual(['url', 'html'])
    expect(problems({}, { fullPage: true, full_page: false })).toEqual(['full_page'])
    expect(problems({}, { archive: 'x'.repeat(131_072) })).toEqual(['options'])
  })

  test('rejects conflicts with existing defaults', () => {
    expect(problems({}, { full_page_slices: true })).toEqual(['full_page_slices'])
    const sliced = { full_page: true, full_page_slices: true }
    expect(problems({}, sliced)).toEqual([])
    expect(problems(sliced, { full_page: null })).toEqual(['full_page_slices'])
  })
})

describe('showDefaults', () => {
  test('redacts secrets and misspelled secrets', () => {
    const display = showDefaults({
      width: 500,
      authorization: 'sesame',
      authorisation: 'sesame',
      retry_with: [{ width: 6, proxy: 'me:sesame@a.example:80' }],
      archive: 7,
    })
    expect(display).toEqual({
      width: 500,
      authorization: '[secret]',
      authorisation: '[secret]',
      retry_with: [{ width: 6, proxy: '[secret]' }],
      archive: 7,
    })
  })
})

import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { showDefaults } from './project-defaults.ts'
import { createOptions } from '../create-options.ts'

const { replaceDefaults } = createOptions()

const problems = (former: object, change: object) => {
  try {
    replaceDefaults({ ...former }, { ...change })
    return []
  } catch (error) {
    return (error as RenderError).details!.map(({ option }) => option)
  }
}

describe('replaceDefaults', () => {
  test('sets the given options, in either spelling, and drops the others', () => {
    const defaults = replaceDefaults({ width: 500, dark_mode: true }, { width: '800', fullPage: 'true' })
    expect(defaults).toEqual({ width: 800, full_page: true })
  })

  test('leaves out options that are null', () => {
    const former = { full_page: true, width: 500, archive: 7 }
    expect(replaceDefaults(former, { fullPage: null, archive: null, width: 500 })).toEqual({ width: 500 })
  })

  test('drops a value as it is displayed beside another spelling of its option', () => {
    const former = { full_page: false, width: 500, s3_secret: 'sesame' }
    const merge = (change: object) => replaceDefaults(former, { ...showDefaults(former), ...change })
    expect(merge({ fullPage: true })).toEqual({ ...former, full_page: true })
    expect(merge({ s3Secret: 'other' })).toEqual({ ...former, s3_secret: 'other' })
    expect(merge({ fullPage: null })).toEqual({ width: 500, s3_secret: 'sesame' })
    expect(problems(former, { full_page: true, fullPage: false })).toEqual(['full_page'])
  })

  test('keeps unknown options', () => {
    expect(replaceDefaults({}, { archive: { of: 7 } })).toEqual({ archive: { of: 7 } })
  })

  test('keeps a secret that is sent back redacted', () => {
    const former = {
      authorization: 'sesame',
      cookie: ['a=sesame'],
      thumbnails: [{ width: 5, presigned_url: 'https://a.example/?sesame' }],
    }
    expect(replaceDefaults(former, showDefaults(former))).toEqual(former)
    expect(replaceDefaults(former, { authorization: '[secret]' })).toEqual({ authorization: 'sesame' })
    expect(replaceDefaults(former, { authorization: 'other' })).toEqual({ authorization: 'other' })
  })

  test('keeps the redacted secrets of a list whose other items change', () => {
    const small = { width: 5, presigned_url: 'https://a.example/?sesame' }
    const large = { width: 50, presigned_url: 'https://a.example/?other' }
    const former = { thumbnails: [small, large] }
    const [first, second] = showDefaults(former).thumbnails as object[]
    expect(replaceDefaults(former, { thumbnails: [second, { width: 7 }, first] })).toEqual({
      thumbnails: [large, { width: 7 }, small],
    })
    expect(replaceDefaults(former, { thumbnails: [second] })).toEqual({ thumbnails: [large] })
  })

  test('refuses an item that is displayed more often than it is sent, with different secrets', () => {
    const [one, other] = ['one', 'other'].map((secret) => ({
      width: 5,
      presigned_url: `https://a.example/?${secret}`,
    }))
    const [displayed] = showDefaults({ thumbnails: [one] }).thumbnails as object[]
    const former = { thumbnails: [one, other] }
    expect(problems(former, { thumbnails: [displayed] })).toEqual(['thumbnails'])
    expect(replaceDefaults(former, { thumbnails: [displayed, displayed] })).toEqual(former)
    expect(replaceDefaults({ thumbnails: [one, one] }, { thumbnails: [displayed] })).toEqual({
      thumbnails: [one],
    })
  })

  test('refuses the text of a redacted secret in place of one', () => {
    const former = { thumbnails: [{ width: 5, presigned_url: 'https://a.example/?sesame' }] }
    expect(problems(former, { thumbnails: [{ width: 6, presigned_url: '[secret]' }] })).toEqual([
      'thumbnails',
    ])
    for (const name of ['authorization', 'cookie'])
      expect(problems({}, { [name]: '[secret]' })).toEqual([name])
    expect(problems({}, { retry_with: [{ proxy: '[secret]' }] })).toEqual(['retry_with'])
  })

  test('names every invalid option', () => {
    expect(problems({}, { width: -1, format: 'doc' })).toEqual(['format', 'width'])
    expect(problems({}, { url: 'https://a.example', html: 'x' })).toEqual(['url', 'html'])
    for (const former of [{}, { full_page: true }])
      expect(problems(former, { fullPage: true, full_page: false })).toEqual(['full_page'])
    expect(problems({}, { archive: 'x'.repeat(131_072) })).toEqual(['options'])
  })

  test('rejects conflicts, also with a secret that is kept', () => {
    expect(problems({}, { full_page_slices: true })).toEqual(['full_page_slices'])
    const sliced = { full_page: true, full_page_slices: true }
    expect(problems({}, sliced)).toEqual([])
    expect(problems(sliced, { ...sliced, full_page: null })).toEqual(['full_page_slices'])
    expect(problems(sliced, { width: 5 })).toEqual([])
    const stored = { use_s3: true, s3_secret: 'sesame' }
    expect(problems(stored, { ...showDefaults(stored), use_azure: true })).toEqual(['use_azure'])
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

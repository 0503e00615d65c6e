import { describe, expect, test } from '@jest/globals'
import { targetOf } from './target.ts'

const hrefs = (options: Parameters<typeof targetOf>[0]) => {
  const { url, securedUrl, markup } = targetOf(options)
  return { url: url?.href, securedUrl: securedUrl?.href, markup }
}

describe('targetOf', () => {
  test('reads the address to load', () => {
    expect(hrefs({ url: 'a.example/x', https_upgrade: false })).toEqual({ url: 'http://a.example/x' })
  })

  test('reads markup and its base address', () => {
    expect(
      hrefs({ html: '<p>', base_url: 'http://b.example', url: 'http://a.example', https_upgrade: true }),
    ).toEqual({ url: 'http://b.example/', markup: '<p>' })
    expect(hrefs({ html: '', https_upgrade: false })).toEqual({ markup: '' })
  })

  test('secures an http address when https_upgrade is set', () => {
    expect(hrefs({ url: 'http://a.example:8080/x', https_upgrade: true })).toEqual({
      url: 'http://a.example:8080/x',
      securedUrl: 'https://a.example:8080/x',
    })
    expect(hrefs({ url: 'https://a.example', https_upgrade: true })).toEqual({ url: 'https://a.example/' })
  })

  test('reads an address as long as an operator may allow', () => {
    const url = `http://a.example/${'x'.repeat(9000)}`
    expect(hrefs({ url, https_upgrade: false })).toEqual({ url })
  })

  test('rejects an invalid address', () => {
    expect(() => targetOf({ url: 'ftp://a.example', https_upgrade: false })).toThrow(
      expect.objectContaining({ code: 'InvalidURLError' }),
    )
  })
})

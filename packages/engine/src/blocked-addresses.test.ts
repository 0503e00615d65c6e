import { describe, expect, test } from '@jest/globals'
import { createAddressMatcher } from './blocked-addresses.ts'

const patterns = [
  'ads.example',
  '*.track.example',
  'img*.example',
  '*/pixel.gif',
  'https://a.example/x*',
  'b.example/only',
]
const isBlocked = createAddressMatcher(patterns, ['Analytics', '?utm_'])

describe('an address is blocked', () => {
  test.each([
    'https://ads.example/',
    'http://cdn.ads.example:8080/x',
    'https://track.example/',
    'https://a.b.track.example/',
    'https://img7.example/a.png',
    'https://any.example/path/pixel.gif',
    'https://a.example/xyz?q',
    'http://b.example/only',
    'https://c.example/ANALYTICS.js',
    'https://c.example/?utm_source=a',
  ])('%s', (address) => expect(isBlocked(address)).toBe(true))
})

describe('an address is not blocked', () => {
  test.each([
    'https://badads.example/',
    'https://ads.example.org/',
    'https://a.example/y',
    'http://a.example/xyz',
    'https://b.example/only/this',
    'https://any.example/pixel.gif?x',
    'https://adsxexample/',
  ])('%s', (address) => expect(isBlocked(address)).toBe(false))
})

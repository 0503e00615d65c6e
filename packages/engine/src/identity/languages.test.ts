import { expect, test } from '@jest/globals'
import { languageHeader, languagesOf } from './languages.ts'

test.each([
  ['en-US', ['en-US']],
  ['de-CH, de;q=0.8', ['de-CH', 'de']],
  ['fr;q=0.3,it;q=0.9,*;q=0.1', ['it', 'fr']],
  ['en;q=0', []],
  ['*', []],
])('%s', (header, languages) => expect(languagesOf(header)).toEqual(languages))

test('of languages browsers make a header in which each counts less than the one before', () => {
  expect(languageHeader(['de-CH', 'fr', 'en'])).toBe('de-CH,fr;q=0.9,en;q=0.8')
  expect(languageHeader(Array.from({ length: 12 }, () => 'a'))).toMatch(/^a,a;q=0\.9.*a;q=0\.1,a;q=0\.1$/)
})

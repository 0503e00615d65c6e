import { expect, test } from '@jest/globals'
import { languageHeader } from './languages.ts'

test('languageHeader gives each language a lower quality than the one before', () => {
  expect(languageHeader(['de-CH', 'fr', 'en'])).toBe('de-CH,fr;q=0.9,en;q=0.8')
  expect(languageHeader(Array.from({ length: 12 }, () => 'a'))).toMatch(/^a,a;q=0\.9.*a;q=0\.1,a;q=0\.1$/)
})

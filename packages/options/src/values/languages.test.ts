import { expect, test } from '@jest/globals'
import { readLanguages } from './languages.ts'

test.each([
  ['en-US', ['en-US']],
  ['de-CH, de;q=0.8', ['de-CH', 'de']],
  ['fr;q=0.3,it;q=0.9,*;q=0.1', ['it', 'fr']],
  ['en;q=0', []],
  ['*', []],
])('readLanguages reads the tags of %s', (header, tags) =>
  expect(readLanguages(header)).toEqual({ header, tags }),
)

import { expect, test } from '@jest/globals'
import { findExecutable } from './executable.ts'

test('a path that was given is taken, or refused by the name of its variable', () => {
  expect(findExecutable(process.execPath)).toBe(process.execPath)
  expect(() => findExecutable('/nowhere/chromium')).toThrow('CHROMIUM_PATH is /nowhere/chromium')
  expect(() => findExecutable(import.meta.filename)).toThrow('CHROMIUM_PATH')
})

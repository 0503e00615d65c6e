import { expect, test } from '@jest/globals'
import { findBrowsers, findExecutable } from './executable.ts'

test('a path that was given is taken, or refused by the name of its variable', () => {
  expect(findExecutable('shell', { chromiumPath: process.execPath })).toBe(process.execPath)
  for (const chromiumPath of ['/nowhere/chromium', import.meta.filename])
    expect(() => findExecutable('shell', { chromiumPath })).toThrow(`CHROMIUM_PATH is ${chromiumPath}`)
})

test('every browser has a path of its own', () => {
  const [chromiumPath, fullChromiumPath, chromePath] = ['/bin/sh', process.execPath, '/bin/ls']
  const paths = { chromiumPath, fullChromiumPath, chromePath }
  expect(findExecutable('chromium', paths)).toBe(fullChromiumPath)
  expect(findExecutable('chrome', paths)).toBe(chromePath)
  expect([...findBrowsers(paths)]).toEqual(['shell', 'chromium', 'chrome'])
  expect(() => findBrowsers({ ...paths, chromePath: '/nowhere' })).toThrow('CHROME_PATH')
})

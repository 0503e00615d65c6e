import { expect, test } from '@jest/globals'
import { findBrowsers, findExecutable } from './executable.ts'

test('uses a configured path, or throws an error that names its variable', () => {
  expect(findExecutable('shell', { chromiumPath: process.execPath })).toBe(process.execPath)
  for (const chromiumPath of ['/nowhere/chromium', import.meta.filename])
    expect(() => findExecutable('shell', { chromiumPath })).toThrow(`CHROMIUM_PATH is ${chromiumPath}`)
})

test('each browser has its own path', () => {
  const [chromiumPath, fullChromiumPath, chromePath] = ['/bin/sh', process.execPath, '/bin/ls']
  const paths = { chromiumPath, fullChromiumPath, chromePath }
  expect(findExecutable('chromium', paths)).toBe(fullChromiumPath)
  expect(findExecutable('chrome', paths)).toBe(chromePath)
  expect([...findBrowsers(paths)]).toEqual(['shell', 'chromium', 'chrome'])
  expect(() => findBrowsers({ ...paths, chromePath: '/nowhere' })).toThrow('CHROME_PATH')
})

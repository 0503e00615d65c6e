import { expect, test } from '@jest/globals'
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowsers, findDownloaded, findExecutable } from './executable.ts'

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
  expect(() => findBrowsers({ ...paths, fullChromiumPath: '/nowhere' })).toThrow('FULL_CHROMIUM_PATH')
})

test("Playwright's downloads of full Chromium are found, the newest first", () => {
  const folder = mkdtempSync(join(tmpdir(), 'downloads-'))
  try {
    for (const name of ['chromium-999', 'chromium-1200', 'chromium_headless_shell-1300', 'ffmpeg-1011'])
      mkdirSync(join(folder, name))
    const found = findDownloaded(folder)
    expect(found[0]).toBe(join(folder, 'chromium-1200', 'chrome-linux64', 'chrome'))
    expect(found.every((path) => /chromium-(999|1200)\//.test(path))).toBe(true)
    expect(findDownloaded(join(folder, 'nowhere'))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

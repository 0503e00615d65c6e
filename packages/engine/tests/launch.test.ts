import { afterEach, describe, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findExecutable } from '../src/browser/executable.ts'
import { launchBrowser } from '../src/index.ts'
import { ownFolders, ownProcesses } from './own-processes.ts'

const left: string[] = []
afterEach(() => {
  for (const path of left.splice(0)) rmSync(path, { recursive: true })
})

describe('a browser', () => {
  test('with a directory that cannot be removed does not end our process', async () => {
    const fixture = join(import.meta.dirname, 'fixtures', 'unremovable.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [fixture])
    const [scratch, survived] = stdout.split('\n')
    const path = join(tmpdir(), scratch!)
    left.push(path)
    chmodSync(path, 0o700)
    expect(survived).toBe('survived')
  })

  test('with a start that fails late is closed and leaves no process and no directory', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-pid-'))
    left.push(folder)
    chmodSync(folder, 0o755)
    const chromiumPath = join(folder, 'chromium')
    // Answers with what is no message of the protocol.
    const script = `#!/bin/sh\nprintf 'garbage\\0' >&4\nexec ${findExecutable('shell')} --no-sandbox "$@"\n`
    writeFileSync(chromiumPath, script, { mode: 0o755 })
    const launching = launchBrowser({
      chromiumPath,
      sandbox: false,
      chromiumUid: 0,
      environment: process.env,
      openTunnel: () => Promise.reject(new Error('no tab was to be opened')),
    })
    await expect(launching).rejects.toThrow('The browser did not start')
    expect(ownProcesses().filter(({ command }) => command.includes('--headless'))).toEqual([])
    expect(ownFolders('browser')).toEqual([])
  })

  // This test fails without the line of `launch.sh` for the session, and without the line for the process.
  test.each([
    ['our niceness', undefined, 0],
    ['a higher niceness when one is given', 10, 10],
  ])('runs with %s', async (_, niceness, expected) => {
    await using browser = await launchBrowser({
      sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
      environment: process.env,
      openTunnel: () => Promise.reject(new Error('no tab was to be opened')),
      niceness,
    })
    expect(getPriority(browser.pid)).toBe(Math.min(19, getPriority() + expected))
    // Some kernels share CPU time among sessions first.
    const session = `/proc/${browser.pid}/autogroup`
    if (existsSync(session))
      expect(readFileSync(session, 'utf8')).toMatch(new RegExp(` nice ${expected}$`, 'm'))
  })
})

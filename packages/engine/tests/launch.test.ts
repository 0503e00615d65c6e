import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf } from '@render/testkit'
import { findExecutable } from '../src/browser/executable.ts'
import { launchBrowser, type BrowserProcess, type LaunchSettings } from '../src/index.ts'

const ROOT = process.geteuid!() === 0
const NOBODY = 65_534

const left: string[] = []
afterEach(() => {
  if (ROOT) process.seteuid!(0)
  for (const path of left.splice(0)) rmSync(path, { recursive: true, force: true })
})

function launch(settings: Partial<LaunchSettings> = {}): Promise<BrowserProcess> {
  const { CHROMIUM_PATH, CHROMIUM_SANDBOX } = process.env
  const sandbox = CHROMIUM_SANDBOX !== 'off'
  return launchBrowser({ environment: process.env, chromiumPath: CHROMIUM_PATH, sandbox, ...settings })
}

/** The directories of this process's browsers. */
const scratches = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`render-browser-${process.pid}-`))
    .map((name) => join(tmpdir(), name))

/** Makes a directory one that this process, which may be root's, cannot remove. */
function forbid(path: string): void {
  left.push(path)
  chmodSync(path, 0o500)
  if (ROOT) process.seteuid!(NOBODY)
}

describe('a browser', () => {
  test('whose directory cannot be removed ends all the same, and says so to whoever listens', async () => {
    const browser = await launch()
    const [scratch] = scratches()
    const unheard = jest.fn()
    process.once('unhandledRejection', unheard)
    forbid(scratch!)
    process.kill(browser.pid, 'SIGKILL')
    expect(await browser.gone).toMatchObject({ reason: 'crash' })
    await sleep(300)
    expect(unheard).not.toHaveBeenCalled()
    process.off('unhandledRejection', unheard)
    await expect(browser.removed).rejects.toThrow(/EACCES|EPERM/)
    await browser[Symbol.asyncDispose]()
  })

  test('whose start fails late is closed, and leaves nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-pid-'))
    left.push(folder)
    chmodSync(folder, 0o755)
    const chromiumPath = join(folder, 'chromium')
    writeFileSync(chromiumPath, `#!/bin/sh\nrm pid\nexec ${findExecutable()} --no-sandbox "$@"\n`, {
      mode: 0o755,
    })
    await expect(launch({ chromiumPath, sandbox: false, chromiumUid: 0 })).rejects.toThrow(/ENOENT/)
    expect(descendantsOf(process.pid).filter(({ command }) => command.includes('--headless'))).toEqual([])
    expect(scratches()).toEqual([])
  })
})

import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { readPicture } from '@render/testkit'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExecutable } from '../../src/browser/executable.ts'
import type { EngineSettings } from '../../src/index.ts'
import { page, startTestEngine } from '../test-engine.ts'
import { GREEN } from './colours.ts'
import type { Row, Rows } from './rows.ts'

/** The machine's browser under two further names; with a window, on a display, under a third. Scripts see it as a function. */
function writeBrowsers(folder: string): Pick<EngineSettings, 'fullChromiumPath' | 'chromePath'> {
  const write = (name: string): string => {
    const path = join(folder, name)
    const shell = process.env.CHROMIUM_PATH || findExecutable('shell')
    const script = `#!/bin/sh
name=${name}
case " $* " in
  *" --headless "*) ;;
  *) name="window_on_\${DISPLAY#:}"; set -- --headless "$@" ;;
esac
exec ${shell} "--js-flags=--expose-gc-as=$name" "$@"
`
    writeFileSync(path, script, { mode: 0o755 })
    return path
  }
  return { fullChromiumPath: write('is_chromium'), chromePath: write('is_chrome') }
}

/** Renders come from these browsers, and tell what is missing. */
const comesFrom =
  (settings: Partial<EngineSettings>, ...cases: [GivenOptions, name: string, warning?: string][]): Row =>
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
    chmodSync(folder, 0o755)
    await using engine = await startTestEngine({ ...writeBrowsers(folder), ...settings })
    try {
      for (const [options, name, warning] of cases) {
        const others = ['is_chromium', 'is_chrome', 'window_on_9'].filter((each) => each !== name)
        const script = `
          const isThere = (name) => typeof globalThis[name] === 'function'
          const isRight = ${name === '' || `isThere('${name}')`} && !${JSON.stringify(others)}.some(isThere)
          document.body.style.background = isRight ? '#0f0' : '#f00'`
        const { body, warnings } = await engine.make({
          html: page('', `<script>${script}</script>`),
          ...options,
        })
        expect([options, (await readPicture(body)).at(9, 9)]).toEqual([options, GREEN])
        expect(warnings).toEqual(warning ? [expect.stringContaining(warning)] : [])
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

export const browsers: Rows = {
  headless: [
    comesFrom(
      { display: ':9' },
      [{}, ''],
      [{ headless: 'shell' }, ''],
      [{ headless: true }, 'is_chromium'],
      [{ headless: false }, 'window_on_9'],
    ),
    comesFrom({}, [{ headless: false }, 'is_chromium', 'BROWSER_DISPLAY']),
  ],
  use_chromium: [comesFrom({}, [{ use_chromium: true }, 'is_chromium'])],
  use_chrome: [comesFrom({}, [{ use_chrome: true, use_chromium: true }, 'is_chrome'])],
  browser: [
    comesFrom(
      {},
      [{ browser: 'chromium', use_chrome: true }, 'is_chromium'],
      [{ browser: 'shell', use_chrome: true }, ''],
    ),
  ],
}

import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { readPicture } from '@render/testkit'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExecutable } from '../../../src/browser/executable.ts'
import type { EngineSettings } from '../../../src/index.ts'
import { page, startTestEngine } from '../../test-engine.ts'
import { GREEN } from '../colours.ts'
import { oncePerWorld, type Probe, type Rows } from '../probe.ts'

const SHELL = 'is_shell'
const CHROMIUM = 'is_chromium'
const CHROME = 'is_chrome'
const inWindow = (name: string) => `${name}_in_window_9`
const ALL = [SHELL, ...[CHROMIUM, CHROME].flatMap((name) => [name, inWindow(name)])]

/**
 * Writes wrappers that start the machine's browser under three names, with a further one for a window on a display. Page
 * scripts see the name as a global function.
 */
function writeBrowsers(
  folder: string,
): Pick<EngineSettings, 'chromiumPath' | 'fullChromiumPath' | 'chromePath'> {
  const shell = process.env.CHROMIUM_PATH || findExecutable('shell')
  const write = (name: string, open: string): string => {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${open}\nexec ${shell} "--js-flags=--expose-gc-as=$name" "$@"\n`, {
      mode: 0o755,
    })
    return path
  }
  const writeFull = (name: string) =>
    write(
      name,
      `case " $* " in
  *" --headless "*) name=${name} ;;
  *) name="${name}_in_window_\${DISPLAY#:}"; set -- --headless "$@" ;;
esac`,
    )
  return {
    chromiumPath: write(SHELL, `name=${SHELL}`),
    fullChromiumPath: writeFull(CHROMIUM),
    chromePath: writeFull(CHROME),
  }
}

/** Returns a probe that expects renders by these browsers, with a warning for a missing one. */
const comesFrom =
  (settings: Partial<EngineSettings>, ...cases: [GivenOptions, name: string, warning?: string][]): Probe =>
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
    chmodSync(folder, 0o755)
    await using engine = await startTestEngine({ ...writeBrowsers(folder), ...settings })
    try {
      for (const [options, name, warning] of cases) {
        const script = `
          const seen = ${JSON.stringify(ALL)}.filter((name) => typeof globalThis[name] === 'function')
          document.body.style.background = seen.join() === '${name}' ? '#0f0' : '#f00'`
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

const withDisplay = oncePerWorld(
  comesFrom(
    { display: ':9' },
    [{ headless: true }, CHROMIUM],
    [{ headless: false }, inWindow(CHROMIUM)],
    [{ use_chrome: true, use_chromium: true }, CHROME],
  ),
)
const withoutDisplay = oncePerWorld(
  comesFrom(
    {},
    [{ headless: false }, CHROMIUM, 'BROWSER_DISPLAY'],
    [{ use_chromium: true }, CHROMIUM],
    [{ browser: 'chromium', use_chrome: true }, CHROMIUM],
  ),
)

export const browsers: Rows = {
  headless: {
    'full Chromium and a window are chosen by value': withDisplay,
    'without a display full Chromium renders, with a warning': withoutDisplay,
  },
  use_chromium: { 'full Chromium renders': withoutDisplay },
  use_chrome: { 'Chrome renders, also with "use_chromium"': withDisplay },
  browser: { 'names a browser, also against "use_chrome"': withoutDisplay },
}

import { describe, expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { chooseBrowser, type InstalledBrowsers } from './choose-browser.ts'

const ALL: InstalledBrowsers = { browsers: new Set(['shell', 'chromium', 'chrome'] as const), display: ':9' }
const SHELL: InstalledBrowsers = { browsers: new Set(['shell'] as const) }
const choose = (given: GivenOptions, machine = ALL) =>
  chooseBrowser(toRenderOptions(resolveOptions(given)), machine)

describe('when every browser is installed', () => {
  test.each<[GivenOptions, string]>([
    [{}, 'shell'],
    [{ headless: 'shell' }, 'shell'],
    [{ headless: true }, 'chromium'],
    [{ use_chromium: true }, 'chromium'],
    [{ use_chromium: false, use_chrome: false }, 'shell'],
    [{ use_chromium: true, use_chrome: true }, 'chrome'],
    [{ use_chrome: true, headless: true }, 'chrome'],
    [{ use_chrome: true, browser: 'chromium' }, 'chromium'],
    [{ use_chrome: true, use_chromium: true, headless: true, browser: 'shell' }, 'shell'],
  ])('%j chooses %s', (given, browser) => {
    expect(choose(given)).toEqual({ browser, hasWindow: false, isShared: true, warnings: [] })
  })

  test('a full browser opens a window when "headless" is false', () => {
    expect(choose({ headless: false })).toMatchObject({ browser: 'chromium', hasWindow: true, warnings: [] })
    expect(choose({ headless: false, browser: 'shell' })).toMatchObject({
      hasWindow: false,
      warnings: [expect.stringContaining('"headless"')],
    })
  })
})

describe('a warning names the missing part and the variable that the operator sets', () => {
  test.each<[GivenOptions, string[]]>([
    [{ headless: true }, ['"headless"', 'full Chromium', 'FULL_CHROMIUM_PATH']],
    [{ headless: false }, ['"headless"', 'full Chromium', 'FULL_CHROMIUM_PATH']],
    [{ use_chromium: true }, ['"use_chromium"', 'full Chromium']],
    [{ use_chrome: true }, ['"use_chrome"', ' Chrome,', 'the headless shell was used', ' CHROME_PATH']],
    [{ browser: 'chrome' }, ['"browser"', ' Chrome,', ' CHROME_PATH']],
  ])('%j', (given, words) => {
    const { browser, hasWindow, warnings } = choose(given, SHELL)
    expect([browser, hasWindow, warnings.length]).toEqual(['shell', false, 1])
    for (const word of words) expect(warnings[0]).toContain(word)
  })

  test('when another full browser replaces the requested one', () => {
    const chromiums: InstalledBrowsers = { browsers: new Set(['shell', 'chromium'] as const) }
    expect(choose({ use_chrome: true }, chromiums)).toMatchObject({
      browser: 'chromium',
      warnings: [expect.stringContaining('full Chromium was used')],
    })
  })

  test('when there is no display', () => {
    expect(choose({ headless: false }, { browsers: ALL.browsers })).toMatchObject({
      browser: 'chromium',
      hasWindow: false,
      warnings: [expect.stringContaining('BROWSER_DISPLAY')],
    })
  })
})

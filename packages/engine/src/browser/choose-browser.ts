import type { RenderOptions } from '@render/options'
import { reads } from '../option-reader.ts'
import { isVideo } from '@render/outputs'
import { browserKinds, type BrowserName } from './executable.ts'

/** The browsers and the display that this machine offers. */
export interface InstalledBrowsers {
  browsers: ReadonlySet<BrowserName>
  /** The X display for browser windows; undefined when the machine has none. */
  display?: string
}

export interface Choice {
  browser: BrowserName
  hasWindow: boolean
  isShared: boolean
  /** Warnings for the caller, each a full sentence. */
  warnings: string[]
}

/** The browsers to use, in this order, when the requested one is not installed. */
const FALLBACKS: BrowserName[] = ['chromium', 'chrome', 'shell']

const CHOOSING = ['browser', 'use_chrome', 'use_chromium', 'headless'] as const

/**
 * Chooses the browser that `browser`, `use_chrome`, `use_chromium` or `headless` names; the first of these that is set
 * wins.
 */
export const chooseBrowser = reads(
  { name: 'choose-browser', owns: CHOOSING, borrows: ['format'] },
  (options, { browsers, display }: InstalledBrowsers): Choice => {
    const { option, wanted } = readRequest(options)
    if (isVideo(options.format))
      return {
        browser: 'shell',
        hasWindow: false,
        // The graphics process crashes when frames of two pages are requested at the same time.
        isShared: false,
        warnings:
          wanted === 'shell' ? [] : [`"${option}" has no effect on videos: the headless shell records them.`],
      }
    const browser = [wanted, ...FALLBACKS].find((name) => browsers.has(name)) ?? 'shell'
    const warnings: string[] = []
    if (browser !== wanted) {
      const { title, variable } = browserKinds[wanted]
      const used = browserKinds[browser].title
      warnings.push(
        `"${option}" needs ${title}, which is not installed: ${used} was used. The operator of this service can install it and set ${variable} to its path.`,
      )
    }
    const wantsWindow = options.headless === false
    if (wantsWindow && display === undefined && browser !== 'shell')
      warnings.push(
        '"headless" false needs a display, which is not available: no window was opened. The operator of this service can set BROWSER_DISPLAY to an X display.',
      )
    if (wantsWindow && wanted === 'shell')
      warnings.push('"headless" false has no effect on the headless shell, which has no window.')
    const hasWindow = wantsWindow && display !== undefined && browser !== 'shell'
    return { browser, hasWindow, isShared: true, warnings }
  },
)

function readRequest({
  browser,
  use_chrome,
  use_chromium,
  headless,
}: Pick<RenderOptions, (typeof CHOOSING)[number]>): {
  option: string
  wanted: BrowserName
} {
  if (browser !== undefined) return { option: 'browser', wanted: browser }
  if (use_chrome) return { option: 'use_chrome', wanted: 'chrome' }
  if (use_chromium) return { option: 'use_chromium', wanted: 'chromium' }
  return { option: 'headless', wanted: headless === 'shell' ? 'shell' : 'chromium' }
}

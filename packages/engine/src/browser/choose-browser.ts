import type { RenderOptions } from '@render/options'
import { browserKinds, type BrowserName } from './executable.ts'

/** What there is to start browsers with. */
export interface Machine {
  browsers: ReadonlySet<BrowserName>
  /** X display that windows are shown on. */
  display?: string
}

export interface Choice {
  browser: BrowserName
  hasWindow: boolean
  /** Sentences for the caller. */
  warnings: string[]
}

/** Instead of what is not there. */
const STAND_INS: BrowserName[] = ['chromium', 'chrome', 'shell']

/** Which browser renders: the one that `browser`, `use_chrome`, `use_chromium` or `headless` names, the first that does. */
export function chooseBrowser(
  options: Pick<RenderOptions, 'browser' | 'use_chrome' | 'use_chromium' | 'headless'>,
  { browsers, display }: Machine,
): Choice {
  const { option, wanted } = wishOf(options)
  const browser = [wanted, ...STAND_INS].find((name) => browsers.has(name)) ?? 'shell'
  const warnings: string[] = []
  if (browser !== wanted) {
    const { title, variable } = browserKinds[wanted]
    const used = browserKinds[browser].title
    warnings.push(
      `"${option}" needs ${title}, which is not there: ${used} was used. The operator of this service sets ${variable} for it.`,
    )
  }
  const wantsWindow = options.headless === false
  if (wantsWindow && display === undefined && browser !== 'shell')
    warnings.push(
      '"headless" false needs a display, which is not there: no window was opened. The operator of this service sets BROWSER_DISPLAY for it.',
    )
  if (wantsWindow && wanted === 'shell')
    warnings.push('"headless" false has no effect on the headless shell, which has no window.')
  return { browser, hasWindow: wantsWindow && display !== undefined && browser !== 'shell', warnings }
}

function wishOf({ browser, use_chrome, use_chromium, headless }: Parameters<typeof chooseBrowser>[0]): {
  option: string
  wanted: BrowserName
} {
  if (browser !== undefined) return { option: 'browser', wanted: browser }
  if (use_chrome) return { option: 'use_chrome', wanted: 'chrome' }
  if (use_chromium) return { option: 'use_chromium', wanted: 'chromium' }
  return { option: 'headless', wanted: headless === 'shell' ? 'shell' : 'chromium' }
}

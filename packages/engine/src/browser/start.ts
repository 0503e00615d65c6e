import type { BrowserName } from './executable.ts'

/** How a browser is started. Renders share one only where all of it is the same. */
export interface Start {
  browser: BrowserName
  hasWindow: boolean
  /** Command line switches beside our own. */
  switches: readonly string[]
}

/** For a render that asks for nothing else. */
export const usualStart: Start = { browser: 'shell', hasWindow: false, switches: [] }

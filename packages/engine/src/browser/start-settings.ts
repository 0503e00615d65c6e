import type { BrowserName } from './executable.ts'

/** The start settings of a browser. Renders share a browser only when all of these are equal. */
export interface StartSettings {
  browser: BrowserName
  hasWindow: boolean
  /** False for a browser that takes one render at a time. */
  isShared: boolean
  /** Command-line switches in addition to those of every browser. */
  switches: readonly string[]
}

/** The start settings of a render whose options need no others. */
export const defaultStartSettings: StartSettings = {
  browser: 'shell',
  hasWindow: false,
  isShared: true,
  switches: [],
}

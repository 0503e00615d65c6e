/** The reasons why a browser, the process of one of its pages or the egress tunnel ended during a render. */
export type CrashReason = 'launch' | 'crash' | 'renderer' | 'memory' | 'hang' | 'proxy' | 'disposed'

/**
 * Reports that the browser crashed during the render. That may not be the page's fault: the render can be tried again solo.
 */
export class BrowserCrashed extends Error {
  readonly reason: CrashReason
  /** True when no other render was in the browser at any time of this one. */
  readonly wasSolo: boolean

  constructor(reason: CrashReason, cause?: unknown, { wasSolo = false } = {}) {
    super(MESSAGES[reason], { cause })
    this.name = 'BrowserCrashed'
    this.reason = reason
    this.wasSolo = wasSolo
  }
}

const MESSAGES: Record<CrashReason, string> = {
  launch: 'The browser could not be started.',
  crash: 'The browser ended unexpectedly during the render.',
  renderer: 'The process of the page crashed.',
  memory: 'The page exceeded the memory limit of a render.',
  hang: 'The browser stopped answering.',
  proxy: 'The egress tunnel of the page was closed during the render.',
  disposed: 'The engine was shut down during the render.',
}

import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** How the protocol's `Page.captureScreenshot` captures a page. */
interface CaptureSettings {
  format?: 'png' | 'jpeg'
  quality?: number
  clip?: { x: number; y: number; width: number; height: number; scale: number }
  captureBeyondViewport?: boolean
  optimizeForSpeed?: boolean
}

/** The media features that style sheets can query: medium, colour scheme, reduced motion. */
export interface EmulatedMedia {
  media: 'screen' | 'print'
  colorScheme: 'light' | 'dark'
  reducedMotion: 'reduce' | 'no-preference'
}

/** A new page in a browser context of its own. */
export interface OpenedPage {
  context: BrowserContext
  page: Page
  /** Makes the page ready to be loaded; never settles when the page crashes before that. */
  prepare(): Promise<PreparedPage>
}

export interface PreparedPage {
  session: CDPSession
  targetId: string
  /** Captures the page, as the protocol's `Page.captureScreenshot` does, and returns the file. */
  capture: (how: CaptureSettings) => Promise<Buffer>
  /** Emulates media in all frames of the page, also in later ones. */
  emulateMedia: (media: EmulatedMedia) => Promise<void>
  /**
   * Waits for the events of what the page has done so far. Set when they may arrive after the replies of `session`: Playwright
   * receives them in a session of its own.
   */
  awaitEvents?: () => Promise<void>
}

import type { BrowserContext, Page } from 'playwright-core'

/** Switches of a browser whose pages can be recorded: their frames are painted only when they are asked for, and whole. */
export const RECORDING_SWITCHES = [
  '--enable-begin-frame-control',
  '--run-all-compositor-stages-before-draw',
  // A frame with an animated picture and an animation of the compositor would never be painted.
  '--disable-threaded-animation',
] as const

/** Opens a page whose frames are painted only when they are asked for. */
export async function openRecordedPage(context: BrowserContext): Promise<Page> {
  // Playwright opens no such pages, and does not tell by which id the browser knows the context.
  const first = await context.newPage()
  const session = await context.newCDPSession(first)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  const browser = await context.browser()!.newBrowserCDPSession()
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    browser.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId: targetInfo.browserContextId,
      enableBeginFrameControl: true,
    }),
  ])
  await Promise.all([browser.detach(), first.close()])
  return page
}

import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { withTimeout } from '@render/async'
import type { EgressTunnel } from '@render/net'
import { RenderError } from '@render/errors'
import type { DirectClient } from '../direct/direct-client.ts'
import { openDirectTab } from '../direct/open-direct-tab.ts'
import { realTime, type PageTime } from '../page-time/page-time.ts'
import { createSteppedTime } from '../page-time/stepped-time.ts'
import { startVirtualClock, type VirtualClock } from '../page-time/virtual-clock.ts'
import { BrowserCrashed } from '../failure/browser-crashed.ts'
import { createPageWorld } from '../protocol/page-world.ts'
import { openByPlaywright } from '../playwright/open-by-playwright.ts'
import type { OpenTunnel, Tab, TabOptions } from './tab.ts'

export interface TabSettings {
  /** Returns the browser, once Playwright is connected. */
  playwright: () => Promise<Browser>
  openTunnel: OpenTunnel
  /** Returns whether the page with this target id was crashed because it sent too much. */
  isFlooding: (targetId: string) => boolean
  /** Returns how many messages the browser has exchanged with this process. */
  countMessages: () => number
  /** Returns whether a renderer was killed for its memory whose crash has not been reported yet, and reports it. */
  takeMemoryKill: () => boolean
  /** Opens tabs without Playwright. */
  direct: DirectClient
  /** Time limit for opening an egress tunnel. Default 5 s, well within the limit for opening a tab. */
  tunnelTimeoutMs?: number
  /** Time limit for opening a page by Playwright. Default 15 s. */
  pageTimeoutMs?: number
  /** Time limit of a recorded page for one frame. Default 30 s. */
  frameTimeoutMs?: number
}

const TUNNEL_TIMEOUT_MS = 5000

/** The size of spare tabs. */
const SIZE = { width: 1280, height: 1024 }

/** Without this rule the browser would connect to loopback addresses directly. */
const BYPASS = '<-loopback>'

const DEFAULTS: BrowserContextOptions = { acceptDownloads: false, ignoreHTTPSErrors: true, viewport: SIZE }

/** Opens a tab that was never used before. */
export async function createTab(
  settings: TabSettings,
  { route, isRecorded, isDirect = false, ...options }: TabOptions,
): Promise<Tab> {
  const tunnel = await answered(settings.openTunnel(route), settings.tunnelTimeoutMs ?? TUNNEL_TIMEOUT_MS)
  const closeTunnel = (): void => void tunnel[Symbol.asyncDispose]()
  let context: BrowserContext | undefined
  try {
    const opened = await (isDirect
      ? openDirectTab(
          settings.direct,
          { proxyServer: tunnel.url, proxyBypassList: BYPASS },
          options.viewport ?? SIZE,
        )
      : openByPlaywright(
          await settings.playwright(),
          { ...DEFAULTS, ...options, proxy: { server: tunnel.url, bypass: BYPASS } },
          { isRecorded, timeoutMs: settings.pageTimeoutMs },
        ))
    context = opened.context
    context.once('close', closeTunnel)
    const { page } = opened
    let targetId = ''
    const crashed = crashOf(page, () => {
      if (settings.isFlooding(targetId)) return flooded()
      return new BrowserCrashed(settings.takeMemoryKill() ? 'memory' : 'renderer')
    })
    const { targetId: frameId, ...prepared } = await Promise.race([opened.prepare(), crashed])
    targetId = frameId
    const { session } = prepared
    const takingClock = isRecorded ? takeClock(page, session, settings) : { time: realTime }
    const timing = await Promise.race([takingClock, crashed])
    const world = createPageWorld(session)
    return { context, page, ...prepared, frameId, world, ...timing, tunnel, crashed }
  } catch (error) {
    if (context) closeInBackground(context)
    else closeTunnel()
    throw error
  }
}

/** Takes over the clock of a page. */
async function takeClock(
  page: Page,
  session: CDPSession,
  { countMessages, frameTimeoutMs }: Pick<TabSettings, 'countMessages' | 'frameTimeoutMs'>,
): Promise<{ clock: VirtualClock; time: PageTime }> {
  const clock = await startVirtualClock(session, countMessages, { stuckMs: frameTimeoutMs })
  const time = createSteppedTime(clock)
  // The time of a document that is written into the first one counts from the start of that.
  await time.during(page.goto('about:blank'))
  return { clock, time }
}

/** Waits for a tunnel. A proxy that hangs does not answer; a tunnel that is opened too late is closed again. */
async function answered(opening: Promise<EgressTunnel>, timeoutMs: number): Promise<EgressTunnel> {
  const onTimeout = () => {
    opening.then((tunnel) => tunnel[Symbol.asyncDispose]()).catch(() => undefined)
    throw new Error('The egress proxy does not answer.')
  }
  try {
    return await withTimeout(opening, timeoutMs, onTimeout)
  } catch (error) {
    throw new BrowserCrashed('proxy', error)
  }
}

/** Returns a promise that rejects with the cause when the page crashes. */
function crashOf(page: Page, cause: () => Error): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  page.once('crash', () => reject(cause()))
  // Not every user of the tab handles the rejection.
  promise.catch(() => undefined)
  return promise
}

function flooded(): RenderError {
  const message =
    'The page was stopped: it sent too much data in errors, dialogs, messages, requests or URLs.'
  return new RenderError('NavigationError', { message })
}

/** Closes a context in the background and ignores failures. */
export function closeInBackground(context: BrowserContext): void {
  context.close().catch(() => undefined)
}

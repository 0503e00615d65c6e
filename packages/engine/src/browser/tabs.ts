import { availableParallelism } from 'node:os'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { withTimeout } from '@render/async'
import type { ProxyRoute, EgressTunnel } from '@render/net'
import { RenderError } from '@render/errors'
import { followWork } from '../in-page/main-world/follow-work.ts'
import { silenceConsole } from '../in-page/main-world/silence-console.ts'
import { realTime, type PageTime } from '../page-time/page-time.ts'
import { createSteppedTime } from '../page-time/stepped-time.ts'
import { startVirtualClock, type VirtualClock } from '../page-time/virtual-clock.ts'
import { BrowserDied } from '../protocol/errors.ts'
import { setMetrics } from '../protocol/metrics.ts'
import { openRecordedPage } from '../recording/open-recorded-page.ts'
import { createPageWorld, type PageWorld } from '../protocol/page-world.ts'

/** A page in a browser context of its own, with a CDP session and an egress tunnel that no other page uses. */
export interface Tab {
  readonly context: BrowserContext
  readonly page: Page
  readonly session: CDPSession
  /** Runs our own functions in isolated worlds of the page. */
  readonly world: PageWorld
  readonly time: PageTime
  /** Set when the page is recorded. */
  readonly clock?: VirtualClock
  readonly tunnel: EgressTunnel
  /** Rejects when the process of the page crashes: pending calls to the page are then never answered. */
  readonly died: Promise<never>
}

/** Settings of a tab; without a route all its connections are direct. */
export interface TabOptions extends BrowserContextOptions {
  route?: ProxyRoute
  /** True for a page whose time passes in steps. The browser must have been started for it. */
  isRecorded?: true
}

/** Opens the egress tunnel of one tab. */
export type OpenTunnel = (route?: ProxyRoute) => Promise<EgressTunnel>

export interface TabsSettings {
  openTunnel: OpenTunnel
  /** Returns whether the page with this target id was crashed because it sent too much. */
  isFlooding: (targetId: string) => boolean
  /** Returns how many messages the browser has exchanged with this process. */
  countMessages: () => number
  /** Returns whether a renderer was killed for its memory whose crash has not been reported yet, and reports it. */
  takeMemoryKill: () => boolean
  /** Time limit for opening an egress tunnel. Default 5 s, well within the limit for opening a tab. */
  tunnelTimeoutMs?: number
}

export interface Tabs {
  open(options: TabOptions): Promise<Tab>
  /** Prepares no further spare tabs. */
  stopPreparing(): void
}

const TUNNEL_TIMEOUT_MS = 5000

const DEFAULTS: BrowserContextOptions = {
  acceptDownloads: false,
  ignoreHTTPSErrors: true,
  viewport: { width: 1280, height: 1024 },
}

/**
 * Opens tabs in a browser. While the browser is not busy it keeps one spare tab ready, which saves a render the 30 ms or so
 * of opening a context and a page. The spare tab was never used before, and no tab is used twice.
 */
export function createTabs(
  browser: Browser,
  { openTunnel, tunnelTimeoutMs = TUNNEL_TIMEOUT_MS, ...settings }: TabsSettings,
): Tabs {
  let spare: Promise<Tab> | undefined
  const crashed = new WeakSet<Tab>()
  let open = 0
  let isPreparing = true

  async function create({ route, isRecorded, ...options }: TabOptions): Promise<Tab> {
    const tunnel = await answered(openTunnel(route), tunnelTimeoutMs)
    const closeTunnel = (): void => void tunnel[Symbol.asyncDispose]()
    let context: BrowserContext | undefined
    try {
      // Without this bypass rule the browser would connect to loopback addresses directly.
      const proxy = { server: tunnel.url, bypass: '<-loopback>' }
      context = await browser.newContext({ ...DEFAULTS, ...options, proxy })
      context.once('close', closeTunnel)
      await Promise.all([context.addInitScript(followWork), context.addInitScript(silenceConsole)])
      const page = await (isRecorded ? openRecordedPage(context) : context.newPage())
      let targetId = ''
      const died = deathOf(page, () => {
        if (settings.isFlooding(targetId)) return flooded()
        return new BrowserDied(settings.takeMemoryKill() ? 'memory' : 'renderer')
      })
      const session = await Promise.race([context.newCDPSession(page), died])
      const opening = Promise.all([session.send('Target.getTargetInfo'), session.send('Page.enable')])
      targetId = (await Promise.race([opening, died]))[0].targetInfo.targetId
      const takingClock = isRecorded ? takeClock(page, session, settings.countMessages) : { time: realTime }
      const timing = await Promise.race([takingClock, died])
      return { context, page, session, world: createPageWorld(session), ...timing, tunnel, died }
    } catch (error) {
      if (context) close(context)
      else closeTunnel()
      throw error
    }
  }

  /** Creates the spare tab, unless as many tabs are open as there are cores. */
  function prepare(): void {
    if (!isPreparing || spare || open >= availableParallelism() || !browser.isConnected()) return
    const preparing = createSpare()
    spare = preparing
    preparing.catch(() => {
      if (spare === preparing) spare = undefined
    })
  }

  async function createSpare(): Promise<Tab> {
    const tab = await create({})
    tab.died.catch(() => {
      crashed.add(tab)
      close(tab.context)
    })
    return tab
  }

  async function takeSpare(): Promise<Tab | undefined> {
    const taken = spare
    spare = undefined
    const tab = await taken?.catch(throwIfProxy)
    if (tab?.tunnel.isOpen() && !tab.page.isClosed() && !crashed.has(tab)) return tab
    if (tab) close(tab.context)
    return undefined
  }

  return {
    async open({ viewport, deviceScaleFactor: ratio = 1, route, ...others }) {
      const plain = !route && Object.keys(others).length === 0
      const tab = (plain && (await takeSpare())) || (await create({ ...others, viewport, route }))
      open += 1
      tab.context.once('close', () => {
        open -= 1
        prepare()
      })
      // The page is loaded and about to be captured: the best moment to create the next spare tab.
      tab.page.once('load', prepare)
      try {
        await Promise.race([shape(tab, viewport, ratio), tab.died])
        return tab
      } catch (error) {
        close(tab.context)
        throw error
      }
    },
    stopPreparing: () => void (isPreparing = false),
  }
}

/** Takes over the clock of a page. */
async function takeClock(
  page: Page,
  session: CDPSession,
  countMessages: TabsSettings['countMessages'],
): Promise<{ clock: VirtualClock; time: PageTime }> {
  const clock = await startVirtualClock(session, countMessages)
  const time = createSteppedTime(clock)
  // The time of a document that is written into the first one counts from the start of that.
  await time.during(page.goto('about:blank'))
  return { clock, time }
}

/** A render that waited for a hung proxy with the spare tab does not wait for it once more. */
function throwIfProxy(error: unknown): undefined {
  if (error instanceof BrowserDied && error.reason === 'proxy') throw error
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
    throw new BrowserDied('proxy', error)
  }
}

/** Returns a promise that rejects with the cause when the page crashes. */
function deathOf(page: Page, cause: () => Error): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  page.once('crash', () => reject(cause()))
  // Not every user of the tab handles the rejection.
  promise.catch(() => undefined)
  return promise
}

function flooded(): RenderError {
  const message = 'The page was stopped: it sent too many or too long errors, dialogs, messages or addresses.'
  return new RenderError('NavigationError', { message })
}

async function shape(
  { page, session }: Tab,
  viewport: BrowserContextOptions['viewport'],
  ratio: number,
): Promise<void> {
  if (!viewport) return
  if (!sameSize(page.viewportSize(), viewport)) await page.setViewportSize(viewport)
  if (ratio !== 1) await setMetrics(session, { ...viewport, ratio })
}

/** Closes a context in the background and ignores failures. */
function close(context: BrowserContext): void {
  context.close().catch(() => undefined)
}

interface Size {
  width: number
  height: number
}

function sameSize(a: Size | null, b: Size): boolean {
  return a?.width === b.width && a.height === b.height
}

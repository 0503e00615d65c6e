import { availableParallelism } from 'node:os'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import type { Route, WayOut } from '@render/net'
import { followWork } from '../in-page/follow-work.ts'
import { BrowserDied } from './errors.ts'
import { setMetrics } from './metrics.ts'

/** A page in a context of its own, with a CDP session to it and a way out that nobody else uses. */
export interface Tab {
  readonly context: BrowserContext
  readonly page: Page
  readonly session: CDPSession
  readonly way: WayOut
  /** Rejects when the process of the page crashes: what was asked of it then has no answer, ever. */
  readonly died: Promise<never>
}

/** How a tab is made; all its connections are direct without a route. */
export type TabOptions = BrowserContextOptions & { route?: Route }

/** Opens a way out for one tab. */
export type OpenWay = (route?: Route) => Promise<WayOut>

export interface Tabs {
  open(options: TabOptions): Promise<Tab>
}

const DEFAULTS: BrowserContextOptions = {
  acceptDownloads: false,
  ignoreHTTPSErrors: true,
  viewport: { width: 1280, height: 1024 },
}

/**
 * Opens tabs in a browser. While the browser is not busy one tab is kept ready: a context and a page take some 30 ms
 * that a render then need not wait for. It was never used before and is never used again.
 */
export function createTabs(browser: Browser, openWay: OpenWay): Tabs {
  let spare: Promise<Tab | undefined> | undefined
  const crashed = new WeakSet<Tab>()
  let open = 0

  async function create({ route, ...options }: TabOptions): Promise<Tab> {
    const way = await openWay(route).catch((error: unknown) => {
      throw new BrowserDied('proxy', error)
    })
    const closeWay = (): void => void way[Symbol.asyncDispose]()
    let context: BrowserContext | undefined
    try {
      // Without the bypass the browser would go to this machine's own addresses by itself.
      const proxy = { server: way.url, bypass: '<-loopback>' }
      context = await browser.newContext({ ...DEFAULTS, ...options, proxy })
      context.once('close', closeWay)
      await context.addInitScript(followWork)
      const page = await context.newPage()
      const died = deathOf(page)
      const session = await Promise.race([context.newCDPSession(page), died])
      return { context, page, session, way, died }
    } catch (error) {
      if (context) close(context)
      else closeWay()
      throw error
    }
  }

  /** Makes the spare one, unless the cores have enough to do. */
  function prepare(): void {
    if (spare || open >= availableParallelism() || !browser.isConnected()) return
    spare = createSpare().catch(() => undefined)
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
    const tab = await taken
    if (tab?.way.isOpen() && !tab.page.isClosed() && !crashed.has(tab)) return tab
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
      // The page has all it needs and is about to be captured: the best moment to make the next one.
      tab.page.once('load', prepare)
      try {
        await Promise.race([shape(tab, viewport, ratio), tab.died])
        return tab
      } catch (error) {
        close(tab.context)
        throw error
      }
    },
  }
}

function deathOf(page: Page): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  page.once('crash', () => reject(new BrowserDied('renderer')))
  // Not everybody who has the tab waits for it.
  promise.catch(() => undefined)
  return promise
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

/** Nobody waits for it, nor for what becomes of it. */
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

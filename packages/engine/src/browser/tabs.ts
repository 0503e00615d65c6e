import { availableParallelism } from 'node:os'
import type { BrowserContextOptions } from 'playwright-core'
import { BrowserCrashed } from '../failure/browser-crashed.ts'
import { setMetrics } from '../protocol/metrics.ts'
import type { Size } from '../geometry.ts'
import { closeInBackground, createTab, type TabSettings } from './create-tab.ts'
import type { Tab, TabOptions } from './tab.ts'

export interface Tabs {
  open(options: TabOptions): Promise<Tab>
  /** Prepares no further spare tabs. */
  stopPreparing(): void
}

/**
 * Opens tabs in a browser. While the browser is not busy it keeps one spare tab ready, which saves a render the 30 ms or so
 * of opening a context and a page. The spare tab was never used before, and no tab is used twice.
 */
export function createTabs({
  keepsSpare = true,
  ...settings
}: TabSettings & { isAlive: () => boolean; keepsSpare?: boolean }): Tabs {
  let spare: { isDirect: boolean; opening: Promise<Tab> } | undefined
  let wasDirect = false
  const crashed = new WeakSet<Tab>()
  let open = 0
  let isPreparing = keepsSpare

  /** Creates the spare tab, unless as many tabs are open as there are cores. */
  function prepare(): void {
    if (!isPreparing || spare || open >= availableParallelism() || !settings.isAlive()) return
    const preparing = { isDirect: wasDirect, opening: createSpare(wasDirect) }
    spare = preparing
    preparing.opening.catch(() => {
      if (spare === preparing) spare = undefined
    })
  }

  async function createSpare(isDirect: boolean): Promise<Tab> {
    const tab = await createTab(settings, { isDirect })
    tab.crashed.catch(() => {
      crashed.add(tab)
      closeInBackground(tab.context)
    })
    return tab
  }

  async function takeSpare(isDirect: boolean): Promise<Tab | undefined> {
    const taken = spare
    spare = undefined
    if (taken?.isDirect !== isDirect) {
      taken?.opening.then(({ context }) => closeInBackground(context)).catch(() => undefined)
      return undefined
    }
    const tab = await taken.opening.catch(throwIfProxy)
    if (tab?.tunnel.isOpen() && !tab.page.isClosed() && !crashed.has(tab)) return tab
    if (tab) closeInBackground(tab.context)
    return undefined
  }

  return {
    async open({
      viewport,
      deviceScaleFactor: ratio = 1,
      route,
      isDirect = false,
      needsNoPicture = false,
      ...others
    }) {
      wasDirect = isDirect
      const plain = !route && Object.keys(others).length === 0
      const tab =
        (plain && (await takeSpare(isDirect))) ||
        (await createTab(settings, { ...others, isDirect, viewport, route }))
      open += 1
      tab.context.once('close', () => {
        open -= 1
        prepare()
      })
      // The page is loaded and about to be captured: the best moment to create the next spare tab.
      tab.page.once('load', prepare)
      try {
        // Playwright sends input to the part of the page that is painted.
        await Promise.race([shape(tab, viewport, ratio, isDirect && needsNoPicture), tab.crashed])
        return tab
      } catch (error) {
        closeInBackground(tab.context)
        throw error
      }
    },
    stopPreparing: () => void (isPreparing = false),
  }
}

/** A render that waited for a hung proxy with the spare tab does not wait for it once more. */
function throwIfProxy(error: unknown): undefined {
  if (error instanceof BrowserCrashed && error.reason === 'proxy') throw error
}

async function shape(
  { page, session }: Tab,
  viewport: BrowserContextOptions['viewport'],
  ratio: number,
  needsNoPicture: boolean,
): Promise<void> {
  if (!viewport) return
  const hasSize = sameSize(page.viewportSize(), viewport)
  if (!hasSize) await page.setViewportSize(viewport)
  // A page that was resized would see the size of its window, which is still the one that it was opened with.
  const paintsOnePixel = needsNoPicture && hasSize
  if (ratio !== 1 || paintsOnePixel) await setMetrics(session, { ...viewport, ratio }, paintsOnePixel)
}

function sameSize(a: Size | null, b: Size): boolean {
  return a?.width === b.width && a.height === b.height
}

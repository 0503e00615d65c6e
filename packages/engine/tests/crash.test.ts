// Over the engine's inner parts, to get at the tab of a render.
import { expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEgressProxy } from '@render/net'
import { resolveOptions, type GivenOptions } from '@render/options'
import { createPool } from '../src/browser/pool.ts'
import type { Tab } from '../src/browser/tabs.ts'
import { createCaptures } from '../src/captures.ts'
import { defaultPageLimits, launchBrowser, type BrowserProcess } from '../src/index.ts'
import { defaultBounds } from '../src/picture-limits.ts'
import { render } from '../src/render.ts'

test('a page that crashes is a death of its process, and the browser goes on', async () => {
  await using proxy = await startEgressProxy({ allow: [] })
  const openWay = () => proxy.open(defaultPageLimits)
  const tabs: Tab[] = []
  const launch = async (): Promise<BrowserProcess> => {
    const { CHROMIUM_PATH: chromiumPath, CHROMIUM_SANDBOX } = process.env
    const sandbox = CHROMIUM_SANDBOX !== 'off'
    const browser = await launchBrowser({ environment: process.env, chromiumPath, sandbox, openWay })
    return {
      ...browser,
      async openTab(options) {
        const tab = await browser.openTab(options)
        tabs.push(tab)
        return tab
      },
    }
  }
  await using pool = createPool({ launch, maxBrowsers: 2, recycleAfterRenders: 50, recycleAfterMs: 600_000 })
  const http = { download: () => Promise.reject(new Error('no network')) }
  const rasteriser = { drawPdf: () => Promise.reject(new Error('no program')) }
  const make = (given: GivenOptions) =>
    render(
      {
        pool,
        machine: { browsers: new Set() },
        captures: createCaptures(1),
        bounds: defaultBounds,
        pageLimits: defaultPageLimits,
        http,
        rasteriser,
        serviceMark: '',
        uplinks: { services: {}, vantagePoints: {} },
        attemptTimeoutMs: 60_000,
      },
      { options: resolveOptions(given), organisation: 'a' },
      new AbortController().signal,
    )

  const crashing = make({ html: '<p id="there">', delay: 30_000 })
  crashing.catch(() => undefined)
  while (!tabs[0]) await sleep(20)
  const [{ page, session }] = tabs
  await page.waitForSelector('#there', { state: 'attached' })
  // Never answered: who would answer is gone.
  session.send('Page.navigate', { url: 'chrome://crash' }).catch(() => undefined)
  await expect(crashing).rejects.toMatchObject({ name: 'BrowserDied', reason: 'renderer' })

  const next = await make({ html: 'x' })
  expect(next.width).toBe(1280)
  expect(tabs[1]!.context.browser()).toBe(tabs[0].context.browser())
})

// Assembles the engine from its inner parts, for tests that need the tab of a render or a part of their own.
import { startEgressProxy } from '@render/net'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { noMachine } from './no-scope.ts'
import { createPool } from '../src/browser/pool.ts'
import type { Tab } from '../src/browser/tab.ts'
import { createWeightedSemaphore } from '@render/async'
import { createCpuSemaphore } from '../src/cpu-semaphore.ts'
import { createSemaphore } from '../src/semaphore.ts'
import {
  createScratch,
  defaultPageLimits,
  launchBrowser,
  type BrowserProcess,
  type Rendered,
  type RenderRequest,
} from '../src/index.ts'
import { render, type RenderParts } from '../src/render.ts'

export interface InnerEngine extends AsyncDisposable {
  /** The tabs opened so far, in order. */
  readonly tabs: Tab[]
  readonly make: (options: GivenOptions, more?: More) => Promise<Rendered>
}

interface More extends Pick<RenderRequest, 'onStage'> {
  signal?: AbortSignal
}

export async function startInnerEngine({
  allow = [],
  ...others
}: { allow?: string[] } & Partial<RenderParts> = {}): Promise<InnerEngine> {
  await using parts = new AsyncDisposableStack()
  const proxy = parts.use(await startEgressProxy({ allow }))
  const openTunnel = () => proxy.openTunnel(defaultPageLimits)
  const tabs: Tab[] = []
  const launch = async (): Promise<BrowserProcess> => {
    const { CHROMIUM_PATH: chromiumPath, CHROMIUM_SANDBOX } = process.env
    const sandbox = CHROMIUM_SANDBOX !== 'off'
    const browser = await launchBrowser({ environment: process.env, chromiumPath, sandbox, openTunnel })
    return {
      ...browser,
      async openTab(options) {
        const tab = await browser.openTab(options)
        tabs.push(tab)
        return tab
      },
    }
  }
  const limits = { maxBrowsers: 2, recycleAfterRenders: 50, recycleAfterMs: 600_000 }
  const pool = parts.use(createPool({ launch, ...limits }))
  const shared = {
    pool,
    machine: { browsers: new Set<never>() },
    cpuSemaphore: createCpuSemaphore(1),
    printSemaphore: createSemaphore(1),
    ...noMachine,
    pixelBudget: createWeightedSemaphore(1024 ** 3),
    attemptTimeoutMs: 60_000,
    ...others,
  }
  const kept = parts.move()
  return {
    tabs,
    make(given, { signal = new AbortController().signal, onStage } = {}) {
      const options = toRenderOptions(resolveOptions(given))
      const request = { options, organisation: 'a', scratch: createScratch({ quotaBytes: 0 }), onStage }
      return render(shared, request, signal)
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

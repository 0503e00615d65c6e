import { availableParallelism } from 'node:os'
import { createEgress, createHttpClient, type EgressProxy, type HttpClient } from '@render/net'
import sharp from 'sharp'
import { findBrowsers, type BrowserName } from './browser/executable.ts'
import { launchBrowser, type BrowserProcess, type LaunchSettings } from './browser/launch.ts'
import { createPool } from './browser/pool.ts'
import { checkSandbox } from './browser/sandbox.ts'
import { sweepScratch } from './browser/scratch.ts'
import { checkWayOut } from './browser/check-way-out.ts'
import type { Start } from './browser/start.ts'
import { startWatchdog } from './browser/watchdog.ts'
import { createCaptures } from './captures.ts'
import { createBotSigner, type BotKey } from './identity/bot-signer.ts'
import { machineMemory } from './machine-memory.ts'
import { defaultPageLimits, type PageLimits } from './page-limits.ts'
import { defaultBounds, type PictureBounds } from './picture-limits.ts'
import { createRasteriser } from './rasteriser.ts'
import { render, type Rendered, type RenderRequest } from './render.ts'
import type { OpenWay } from './browser/tabs.ts'
import { checkUplinks, type Uplinks } from './uplinks.ts'
import { readServiceMark } from './watermark/service-mark.ts'

export interface EngineSettings extends Omit<LaunchSettings, 'openWay' | 'enter'> {
  /** The way out of all pages. */
  proxy: Pick<EgressProxy, 'open' | 'enter'>
  /** What a page may take from the network. Default 200 MB, 64 connections, 1500 requests. */
  pageLimits?: PageLimits
  /** Captures and encodes at the same time. Default: as many as cores. */
  captures?: number
  /** Browsers in use at the same time; one warm one comes on top. Default: 8 per core, bounded by memory. */
  maxBrowsers?: number
  /** A browser is replaced after so many renders (default 50) or so long (default ten minutes). */
  recycleAfterRenders?: number
  recycleAfterMs?: number
  /** How long one attempt may take in all. Default two minutes. */
  attemptTimeoutMs?: number
  /** What a picture may have at most. Default 40 million pixels, 30 000 a side. */
  bounds?: PictureBounds
  /** Memory that one render may make its browser hold. Default 1.5 GB. */
  bytesPerRender?: number
  /** Fetches what options name beside the page, such as a watermark. Default: from public addresses only. */
  http?: Pick<HttpClient, 'download'>
  /** Proxies that callers may name. Default: none. */
  uplinks?: Uplinks
  /** By which requests are signed for callers who want that. Default: none. */
  botKey?: BotKey
  /** A picture's file, to put over others as the service's own mark. Default: one of ours. */
  watermarkFile?: string
  log?: (event: EngineEvent) => void
}

/** What happened to a browser, for the log. */
export type EngineEvent =
  | { event: 'browser started'; browser: BrowserName; pid: number; ms: number }
  | { event: 'browser ended'; pid: number; reason: string }
  | { event: 'browser not started'; browser: BrowserName; error: unknown }
  | { event: 'directory not removed'; error: unknown }

export interface Engine extends AsyncDisposable {
  /** Makes one attempt at a render; see `render.ts` for what it throws. */
  render(request: RenderRequest, signal: AbortSignal): Promise<Rendered>
  /** Of the browser that renders unless another one is asked for. */
  readonly browserVersion: string
}

const BROWSER_BYTES = 256 * 1024 ** 2
const WATCH_INTERVAL_MS = 250
/** Ten seconds of silence. */
const MISSED_PINGS = 40

/** Starts the engine with a warm browser. Throws errors for the operator: no browser, no sandbox, no way out. */
export async function createEngine(settings: EngineSettings): Promise<Engine> {
  const { captures = availableParallelism(), attemptTimeoutMs = 120_000, log = () => undefined } = settings
  const { bounds = defaultBounds, pageLimits = defaultPageLimits } = settings
  const { http = createHttpClient(createEgress({ allow: [] })) } = settings
  const uplinks = checkUplinks(settings.uplinks ?? { services: {}, vantagePoints: {} })
  const signRequest = settings.botKey && createBotSigner(settings.botKey)
  const serviceMark = await readServiceMark(settings.watermarkFile, bounds.pixels)
  const browsers = findBrowsers(settings)
  await sweepScratch()
  sharp.concurrency(captures)

  const proven = new Set<BrowserName>()
  const launch = async (how: Start): Promise<BrowserProcess> => {
    const start = performance.now()
    try {
      const { enter } = settings.proxy
      const openWay: OpenWay = (route) => settings.proxy.open(pageLimits, route)
      const browser = await launchBrowser({ ...settings, openWay, enter }, how)
      const { pid } = browser
      if (!proven.has(how.browser)) await prove(browser, settings)
      proven.add(how.browser)
      log({ event: 'browser started', browser: how.browser, pid, ms: Math.round(performance.now() - start) })
      void browser.gone.then(({ reason }) => log({ event: 'browser ended', pid, reason }))
      browser.removed.catch((error: unknown) => log({ event: 'directory not removed', error }))
      return browser
    } catch (error) {
      log({ event: 'browser not started', browser: how.browser, error })
      throw error
    }
  }

  const pool = createPool({
    launch,
    maxBrowsers: settings.maxBrowsers ?? browsersThatFit(),
    recycleAfterRenders: settings.recycleAfterRenders ?? 50,
    recycleAfterMs: settings.recycleAfterMs ?? 600_000,
  })
  try {
    const browser = await pool.warm()
    const watchdog = startWatchdog({
      busy: pool.busy,
      bytesPerRender: settings.bytesPerRender ?? 1.5 * 1024 ** 3,
      intervalMs: WATCH_INTERVAL_MS,
      missedPings: MISSED_PINGS,
    })
    const parts = {
      pool,
      machine: { browsers, display: settings.display },
      captures: createCaptures(captures),
      bounds,
      pageLimits,
      http,
      uplinks,
      signRequest,
      rasteriser: createRasteriser({ ...settings, enter: settings.proxy.enter }),
      serviceMark,
      attemptTimeoutMs,
    }
    return {
      browserVersion: browser.version,
      render: (request, signal) => render(parts, request, signal),
      async [Symbol.asyncDispose]() {
        watchdog[Symbol.dispose]()
        await pool[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await pool[Symbol.asyncDispose]()
    throw error
  }
}

/** Ends a browser whose pages are in no sandbox, or do not reach the proxy. */
async function prove(browser: BrowserProcess, { sandbox }: EngineSettings): Promise<void> {
  try {
    if (sandbox) await checkSandbox(browser)
    await checkWayOut(browser)
  } catch (error) {
    await browser[Symbol.asyncDispose]()
    throw error
  }
}

function browsersThatFit(): number {
  return Math.max(1, Math.min(8 * availableParallelism(), Math.floor(machineMemory() / 2 / BROWSER_BYTES)))
}

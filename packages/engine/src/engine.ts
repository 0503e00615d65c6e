import { availableParallelism } from 'node:os'
import { createEgress, createHttpClient, type EgressProxy, type HttpClient } from '@render/net'
import sharp from 'sharp'
import { findBrowsers, type BrowserName } from './browser/executable.ts'
import { launchBrowser, type BrowserProcess, type LaunchSettings } from './browser/launch.ts'
import { createPool } from './browser/pool.ts'
import { checkSandbox } from './browser/sandbox.ts'
import { checkEgress } from './browser/check-egress.ts'
import type { StartSettings } from './browser/start-settings.ts'
import { createWatchdog } from './browser/watchdog.ts'
import { createWeightedSemaphore } from '@render/async'
import { createCpuSemaphore, HOLD_MS } from './cpu-semaphore.ts'
import { createEncoder } from './video/encode.ts'
import { defaultVideoLimits, type VideoLimits } from './video/video-limits.ts'
import { createSemaphore } from './semaphore.ts'
import { createBotSigner, type BotKey } from './identity/bot-signer.ts'
import { machineMemory } from './machine-memory.ts'
import { defaultPageLimits, type PageLimits } from './page-limits.ts'
import { defaultBounds, type PictureBounds } from './picture-limits.ts'
import { createPdfTools } from './programs/pdf-tools.ts'
import { sweepProcessFolders } from './scratch/process-folder.ts'
import { render, type Rendered, type RenderRequest } from './render.ts'
import type { OpenTunnel } from './browser/tab.ts'
import { checkUpstreamProxies, type UpstreamProxies } from './proxying/upstream-proxies.ts'
import { readServiceMark } from './watermark/service-mark.ts'

export interface EngineSettings extends Omit<LaunchSettings, 'openTunnel' | 'enter'> {
  /** The egress proxy of all pages. */
  proxy: Pick<EgressProxy, 'openTunnel' | 'enter'>
  /** Network limits of a page. Default 200 MB, 64 connections, 1500 requests. */
  pageLimits?: PageLimits
  /** Number of captures and encodes at the same time. Default: the number of cores. */
  captures?: number
  /**
   * Number of browsers in use at the same time, in addition to one warm spare. Default: 8 per core, bounded by memory.
   */
  maxBrowsers?: number
  /** False to keep no warm spare: later browsers start when a render needs them. Default true. */
  keepsSpare?: boolean
  /** A browser is replaced after this many renders (default 500), at this age (default half an hour), or when it has grown. */
  recycleAfterRenders?: number
  recycleAfterMs?: number
  /** Time limit of one whole attempt. Default two minutes. */
  attemptTimeoutMs?: number
  /** Size limits of a picture. Default 40 million pixels, 30 000 per side. */
  bounds?: PictureBounds
  /** Path of ffmpeg. Default: found on the PATH when a video is made. */
  ffmpegPath?: string
  /** Size limits of a video. Default 1920 x 1080 pixels, 1800 frames. */
  videoLimits?: VideoLimits
  /** Browser memory limit for each render. Default 1.5 GB. */
  bytesPerRender?: number
  /** Memory for the pixels of large pictures of all renders together. Default: an eighth of the machine's memory. */
  pictureBytes?: number
  /** Memory limit for all browsers in use together. Default: the machine's memory less `pictureBytes` and 512 MB. */
  browserBytes?: number
  /** Reaches addresses that options name, such as that of a watermark. Default: public addresses only. */
  http?: Pick<HttpClient, 'download' | 'request'>
  /** Proxies that callers may name. Default: none. */
  upstreamProxies?: UpstreamProxies
  /** The key that signs requests for callers who enable it. Default: none. */
  botKey?: BotKey
  /** Path of the picture for `watermark: true`. Default: a picture of our own. */
  watermarkFile?: string
  log?: (event: EngineEvent) => void
}

/** An event of a browser, for the log. */
export type EngineEvent =
  | { event: 'browser started'; browser: BrowserName; pid: number; ms: number }
  | { event: 'browser ended'; pid: number; reason: string }
  | { event: 'browser not started'; browser: BrowserName; error: unknown }
  | { event: 'scratch folder not removed'; error: unknown }

export interface Engine extends AsyncDisposable {
  /** Makes one attempt at a render; see `render.ts` for what it throws. */
  render(request: RenderRequest, signal: AbortSignal): Promise<Rendered>
  /** Version of the default browser. */
  readonly browserVersion: string
}

const BROWSER_BYTES = 256 * 1024 ** 2
/** Memory of the machine that is left to this process and to others. */
const OTHER_BYTES = 512 * 1024 ** 2
/** Size of one process of a browser, other than those of pages, at which the browser is replaced. */
const BYTES_TO_REPLACE = 2 * BROWSER_BYTES
/** Divides the machine's memory to give that of large pictures. */
const PICTURE_SHARE = 8
const WATCH_INTERVAL_MS = 250
/** With the interval above, ten seconds without a reply. */
const MISSED_PINGS = 40

/**
 * Starts the engine with a warm browser.
 * @throws {Error} for the operator, when there is no browser, no sandbox or no egress proxy.
 */
export async function createEngine(settings: EngineSettings): Promise<Engine> {
  const { captures = availableParallelism(), attemptTimeoutMs = 120_000, log = () => undefined } = settings
  const { bounds = defaultBounds, pageLimits = defaultPageLimits, proxy } = settings
  const { http = createHttpClient(createEgress({ allow: [] })) } = settings
  const upstreamProxies = checkUpstreamProxies(
    settings.upstreamProxies ?? { services: {}, vantagePoints: {} },
  )
  const signRequest = settings.botKey && createBotSigner(settings.botKey)
  const serviceMark = await readServiceMark(settings.watermarkFile, bounds.pixels)
  const browsers = findBrowsers(settings)
  const pictureBytes = settings.pictureBytes ?? machineMemory() / PICTURE_SHARE
  await sweepProcessFolders()
  sharp.concurrency(captures)

  const checked = new Set<BrowserName>()
  const launch = async (startSettings: StartSettings): Promise<BrowserProcess> => {
    const start = performance.now()
    const { browser: name } = startSettings
    try {
      const openTunnel: OpenTunnel = (route) => proxy.openTunnel(pageLimits, route)
      const browser = await launchBrowser({ ...settings, openTunnel, enter: proxy.enter }, startSettings)
      const { pid } = browser
      if (!checked.has(name)) await checkBrowser(browser, startSettings, settings)
      checked.add(name)
      log({ event: 'browser started', browser: name, pid, ms: Math.round(performance.now() - start) })
      void browser.gone.then(({ reason }) => log({ event: 'browser ended', pid, reason }))
      browser.removed.catch((error: unknown) => log({ event: 'scratch folder not removed', error }))
      return browser
    } catch (error) {
      log({ event: 'browser not started', browser: name, error })
      throw error
    }
  }

  const watchdog = createWatchdog({
    busy: () => pool.busy(),
    bytesPerRender: settings.bytesPerRender ?? 1.5 * 1024 ** 3,
    browserBytes: settings.browserBytes ?? machineMemory() - OTHER_BYTES - pictureBytes,
    bytesToReplace: BYTES_TO_REPLACE,
    intervalMs: WATCH_INTERVAL_MS,
    missedPings: MISSED_PINGS,
  })
  const pool = createPool({
    launch,
    maxBrowsers: settings.maxBrowsers ?? browsersThatFit(),
    keepsSpare: settings.keepsSpare,
    recycleAfterRenders: settings.recycleAfterRenders ?? 500,
    recycleAfterMs: settings.recycleAfterMs ?? 1_800_000,
    onLease: watchdog.wake,
  })
  try {
    const browser = await pool.warm()
    const parts = {
      pool,
      machine: { browsers, display: settings.display },
      cpuSemaphore: createCpuSemaphore(captures),
      pixelBudget: createWeightedSemaphore(pictureBytes),
      printSemaphore: createSemaphore(captures, HOLD_MS),
      bounds,
      pageLimits,
      http,
      upstreamProxies,
      signRequest,
      pdfTools: createPdfTools({ ...settings, enter: proxy.enter }),
      encode: createEncoder({ ...settings, enter: proxy.enter }),
      videoLimits: settings.videoLimits ?? defaultVideoLimits,
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

/** Checks that a browser's pages are in the sandbox and reach the proxy; otherwise closes the browser and throws. */
async function checkBrowser(
  browser: BrowserProcess,
  startSettings: StartSettings,
  { sandbox }: EngineSettings,
): Promise<void> {
  try {
    const tab = await browser.openTab({ isDirect: startSettings.browser === 'shell' })
    if (sandbox) await checkSandbox(browser)
    await checkEgress(tab)
    await tab.context.close()
  } catch (error) {
    await browser[Symbol.asyncDispose]()
    throw error
  }
}

function browsersThatFit(): number {
  return Math.max(1, Math.min(8 * availableParallelism(), Math.floor(machineMemory() / 2 / BROWSER_BYTES)))
}

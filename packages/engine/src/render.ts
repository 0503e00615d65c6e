import type { HttpClient } from '@render/net'
import type { RenderOptions } from '@render/options'
import { chooseBrowser, type Machine } from './browser/choose-browser.ts'
import { isTimeout, translate } from './browser/errors.ts'
import type { Pool, Seat } from './browser/pool.ts'
import type { Wish } from './browser/roster.ts'
import { switchesFor } from './browser/switches.ts'
import { startVisit } from './browser/visit.ts'
import type { Captures } from './captures.ts'
import type { SignRequest } from './identity/bot-signer.ts'
import { startLimits, type Limits } from './limits.ts'
import type { PageLimits } from './page-limits.ts'
import type { PictureBounds } from './picture-limits.ts'
import { runPipeline, type TraceLine } from './pipeline.ts'
import { plan } from './plan.ts'
import type { Rasteriser } from './rasteriser.ts'
import type { SideFile } from './side-file.ts'
import type { Uplinks } from './uplinks.ts'
import { startWork, type Click } from './work.ts'

export interface RenderRequest {
  options: RenderOptions
  /** Browsers are never shared between organisations. */
  organisation: string
  /** Addresses of proxies that `use_proxy` means: it goes through one of them. */
  projectProxies?: readonly string[]
  /** Give it a browser of its own: the last one died under it. */
  alone?: boolean
  /** Hears the name of each stage as it begins. */
  onStage?: (name: string) => void
}

export interface Rendered {
  body: Buffer
  contentType: string
  extension: string
  /** Pixels of the file. */
  width: number
  height: number
  /** What was made beside it. */
  files: SideFile[]
  /** What the options that click did, when that is asked for. */
  clicks?: Click[]
  /** What passed between the page and the network, both ways together. */
  bandwidthBytes: number
  /** Statuses of the main document: the one shown, and the first of its redirects. Absent for markup. */
  response?: { statusCode: number; statusCodeInitial: number }
  warnings: string[]
  trace: TraceLine[]
  /** Of the browser that made it; absent where none did. */
  browserVersion?: string
}

export interface RenderParts {
  pool: Pool
  machine: Machine
  captures: Captures
  bounds: PictureBounds
  pageLimits: PageLimits
  http: Pick<HttpClient, 'download'>
  uplinks: Uplinks
  signRequest?: SignRequest
  rasteriser: Rasteriser
  serviceMark: string
  attemptTimeoutMs: number
}

/**
 * Makes one attempt at a render.
 * Throws `RenderError` for what the caller is told, `BrowserDied` when the same render may be tried again alone.
 */
export async function render(
  { pool, machine, attemptTimeoutMs, ...parts }: RenderParts,
  { options, organisation, projectProxies, alone = false, onStage }: RenderRequest,
  signal: AbortSignal,
): Promise<Rendered> {
  const { stages, contentType, extension } = plan(options.format)
  const { warnings: aboutBrowser, ...chosen } = chooseBrowser(options, machine)
  const start = { ...chosen, switches: switchesFor(options) }
  using limits = startLimits(attemptTimeoutMs, signal)
  const seat = await takeSeat(pool, { organisation, start, alone }, limits)
  using visit = startVisit(seat, limits.fail)
  try {
    const work = startWork({ ...parts, projectProxies, signal: limits.signal, openTab: visit.openTab })
    work.warnings.push(...aboutBrowser)
    const trace = await runPipeline(stages, work, options, limits, onStage)
    const { picture, files, clicks, bandwidthBytes, response, warnings } = work
    const { body, width, height } = picture
    return {
      body,
      width,
      height,
      contentType,
      extension,
      files,
      clicks,
      bandwidthBytes,
      response,
      // What is done twice has its reasons twice.
      warnings: [...new Set(warnings)],
      trace,
      browserVersion: seat.browser.version,
    }
  } catch (error) {
    const told = translate(error, { isAlive: seat.browser.isAlive(), isCutOff: visit.isCutOff() })
    if (isTimeout(told)) visit.distrust()
    throw told
  }
}

async function takeSeat(pool: Pool, wish: Wish, limits: Limits): Promise<Seat> {
  const acquiring = pool.acquire(wish, limits.signal)
  try {
    return await limits.race(acquiring)
  } catch (error) {
    void acquiring.then((seat) => seat.release()).catch(() => undefined)
    throw error
  }
}

import type { Diagnostics, MainOutput, PageData, SideOutput } from '@render/outputs'
import type { RenderOptions } from '@render/options'
import type { WeightedSemaphore } from '@render/async'
import { chooseBrowser, type InstalledBrowsers } from './browser/choose-browser.ts'
import type { Lease, Pool } from './browser/pool.ts'
import type { BrowserRequest } from './browser/registry.ts'
import { startSession } from './browser/session.ts'
import { canOpenDirectly } from './direct/can-open-directly.ts'
import { switchesFor } from './browser/switches.ts'
import { requireMinSize } from './failure/require-min-size.ts'
import { startDeadline, type Deadline } from './deadline.ts'
import { attemptTime } from './video/attempt-time.ts'
import { askAboutPage } from './llm/ask-about-page.ts'
import type { ModelResult } from './llm/model-context.ts'
import {
  startPageContext,
  type Click,
  type EngineParts,
  type PageContext,
  type RenderScope,
} from './page-context.ts'
import type { OptionReader } from './option-reader.ts'
import { createReservePixels } from './pixel-memory.ts'
import { createRunner, type RunSteps, type TraceLine } from './pipeline.ts'
import { plan as planFor, type Plan } from './plan.ts'
import { BrowserCrashed } from './failure/browser-crashed.ts'
import { isTimeout, translate } from './protocol/errors.ts'
import { joinOutputs } from './producer.ts'
import { runProducers } from './run-producers.ts'
import type { Scratch } from './scratch/render-scratch.ts'
import { targetOf } from './target.ts'

export interface RenderRequest {
  options: RenderOptions
  /** Browsers are never shared between organisations. */
  organisation: string
  /** Addresses of the project's own proxies; `use_proxy` goes through one of them. */
  projectProxies?: readonly string[]
  /** True to use a browser for this render only, because the last one crashed during it. */
  solo?: boolean
  /** Holds files of outputs; the caller disposes it once it has stored them. */
  scratch: Scratch
  /** Milliseconds after which the caller gives the render up. A question to a language model ends before, without an answer. */
  leftMs?: number
  /** Called with the name of each stage as it begins. */
  onStage?: (name: string) => void
  /** Called with the frames of a video that are done, of those to do. */
  onFrame?: (done: number, total: number) => void
}

export interface Rendered {
  main: MainOutput
  sideOutputs: SideOutput[]
  /** Data of the page that options ask for. */
  data?: PageData
  /** The results of the click options; set with `save_clicks`. */
  clicks?: Click[]
  /** What the language model said; set with `use_llm`. */
  llm?: ModelResult
  /** Why the question failed, when the provider is not to blame; for the log. */
  llmCause?: unknown
  /** Bytes between the page and the network, both ways together. */
  bandwidthBytes: number
  /** First and last status of the main document; absent for supplied HTML. */
  response?: { statusCode: number; statusCodeInitial: number }
  /** Set with `response_type` jsondebug. */
  diagnostics?: Diagnostics
  warnings: string[]
  trace: TraceLine[]
  /** Absent for a mock. */
  browserVersion?: string
}

/** The parts that all renders of an engine share, also those that no stage sees. */
export interface RenderParts extends EngineParts {
  pool: Pool
  /** Memory for the pixels of large pictures of all renders together. */
  pixelBudget: WeightedSemaphore
  machine: InstalledBrowsers
  attemptTimeoutMs: number
}

/** The functions outside the stages that read options. */
export const optionReaders: readonly OptionReader[] = [
  targetOf,
  chooseBrowser,
  switchesFor,
  planFor,
  attemptTime,
  requireMinSize,
]

/**
 * Makes one attempt at a render.
 * @throws {RenderError} for the caller.
 * @throws {BrowserCrashed} when the same render may be tried again solo.
 */
export async function render(
  parts: RenderParts,
  request: RenderRequest,
  signal: AbortSignal,
  plan: Plan = planFor(request.options),
): Promise<Rendered> {
  const endsAtMs = performance.now() + (request.leftMs ?? Infinity)
  const target = targetOf(request.options)
  const { attemptTimeoutMs, videoLimits } = parts
  using deadline = startDeadline(attemptTime(request.options, attemptTimeoutMs, videoLimits.frames), signal)
  const { run, trace, settled } = createRunner(request.options, deadline, request.onStage)
  const reservePixels = createReservePixels(parts.pixelBudget, deadline.signal, settled)
  const { ctx, productions, model, browserVersion } = await renderOnPage(
    { ...parts, target, reservePixels },
    request,
    plan,
    deadline,
    run,
  )
  for (const production of productions) await production.afterPage(run)
  const outputs = joinOutputs(productions.map((production) => production.outputs()))
  requireMinSize(request.options, outputs.main)
  const question = model && { ...model, main: outputs.main, endsAtMs }
  const answer = question && (await askAboutPage(question, plan.modelSteps.afterOutputs, request, signal))
  const { clicks, bandwidthBytes, response, diagnostics, warnings } = ctx
  return {
    ...outputs,
    clicks,
    llm: answer?.result,
    llmCause: answer?.cause,
    bandwidthBytes,
    response,
    diagnostics,
    // A stage that runs again warns again.
    warnings: [...new Set(warnings)],
    trace: [...trace, ...(answer?.trace ?? [])],
    browserVersion,
  }
}

interface OnPage extends Awaited<ReturnType<typeof runProducers>> {
  ctx: PageContext
  browserVersion: string
}

/** Runs all steps that need the page. When it returns, the tab is closing and the browser is free for other renders. */
async function renderOnPage(
  { pool, machine, ...parts }: RenderParts & Pick<RenderScope, 'target' | 'reservePixels'>,
  { options, organisation, projectProxies, scratch, onFrame, solo = false }: RenderRequest,
  plan: Plan,
  deadline: Deadline,
  run: RunSteps,
): Promise<OnPage> {
  const { warnings, ...chosen } = chooseBrowser(options, machine)
  const startSettings = { ...chosen, switches: switchesFor(options) }
  const lease = await acquireLease(pool, { organisation, startSettings, solo }, deadline)
  const isDirect = chosen.browser === 'shell' && canOpenDirectly(options, parts.target)
  using session = startSession(lease, deadline.fail, { isDirect })
  try {
    const { signal } = deadline
    const { openTab } = session
    const ctx = startPageContext({ ...parts, projectProxies, scratch, onFrame, signal, openTab })
    ctx.warnings.push(...warnings)
    await run(plan.steps.loadAndSettle, ctx)
    const produced = await runProducers(plan, ctx, options, run)
    await run(plan.steps.close, ctx)
    return { ctx, ...produced, browserVersion: lease.browser.version }
  } catch (error) {
    // The page may have waited for a proxy that hangs, which takes longer to be noticed than some timeouts.
    if (isTimeout(error)) await session.awaitProxy()
    const failure = translate(error, { isAlive: lease.browser.isAlive(), isCutOff: session.isCutOff() })
    // A page that still waits for its server has run nothing that could hang.
    const hasRun = parts.target.markup !== undefined || session.hasDocument()
    if (isTimeout(failure) && hasRun) await session.suspectBrowser()
    throw failure instanceof BrowserCrashed
      ? new BrowserCrashed(failure.reason, failure, { wasSolo: lease.isSolo() })
      : failure
  }
}

async function acquireLease(pool: Pool, request: BrowserRequest, deadline: Deadline): Promise<Lease> {
  const acquiring = pool.acquire(request, deadline.signal)
  try {
    return await deadline.race(acquiring)
  } catch (error) {
    void acquiring.then((lease) => lease.release()).catch(() => undefined)
    throw error
  }
}

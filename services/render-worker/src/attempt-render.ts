import { makeMock, type Rendered } from '@render/engine'
import { RenderError } from '@render/errors'
import type { AttemptProgress, JobOf, RenderHistory, RenderOutcome } from '@render/jobs'
import type { PublicOptions, RenderOptions } from '@render/options'
import { hostname } from 'node:os'
import { attemptOptions } from './attempt-options.ts'
import type { RenderWorkerContext } from './context.ts'
import { deliver } from './deliver.ts'
import { idsOf } from './ids-of.ts'
import { timeLeft } from './time-left.ts'

/** What an attempt works with. */
export type AttemptContext = Pick<
  RenderWorkerContext,
  'engine' | 'engineVersion' | 'bounds' | 'store' | 'http' | 'open' | 'metrics' | 'logger'
>

export interface Attempt {
  /** Epoch milliseconds. */
  startedAt: number
  /** There when an earlier attempt died. */
  history?: RenderHistory
  progress: Pick<AttemptProgress, 'stage'>
  signal: AbortSignal
}

/**
 * Opens a job, renders it and writes the files.
 * @throws {RenderError} for what the caller is told; `BrowserDied` when the render may be tried again; anything else is
 *   our own fault.
 */
export async function attemptRender(
  { engine, engineVersion, bounds, store, http, open, metrics, logger }: AttemptContext,
  job: JobOf<'renders'>,
  { startedAt, history, progress, signal }: Attempt,
): Promise<RenderOutcome> {
  const begun = performance.now()
  const { data } = job
  const secrets = data.sealedOptions ? (open(data.sealedOptions) as PublicOptions) : {}
  const asked = { ...data.options, ...secrets } as RenderOptions
  const options = attemptOptions(asked, data.retried?.times ?? 0)
  const projectProxies = data.sealedProxies ? (open(data.sealedProxies) as string[]) : []
  const request = {
    options,
    organisation: data.organisationId,
    projectProxies,
    alone: history !== undefined,
    onStage: (name: string) => progress.stage(name),
  }
  const leftMs = timeLeft(data, history, { startedAt, now: startedAt })
  const rendered = options.mock
    ? await makeMock(options, bounds)
    : await within(leftMs, signal, (limit) => engine.render(request, limit))
  signal.throwIfAborted()

  const outcome: RenderOutcome = {
    ...(await deliver({ store, http }, rendered, signal)),
    ...(options.thumbnails_object && { thumbnails_object: true }),
    width: rendered.width,
    height: rendered.height,
    ...(rendered.response && { response: rendered.response }),
    ...(rendered.clicks && { clicks: rendered.clicks }),
    bandwidthBytes: rendered.bandwidthBytes,
    renderTimeMs: performance.now() - begun,
    queueTimeMs: Math.max(0, startedAt - data.createdAt),
    startedAt,
    endedAt: Date.now(),
    attempts: job.attemptsStarted,
    renderedBy: hostname(),
    warnings: [...data.warnings, ...rendered.warnings],
    ...(options.mock
      ? { mock: { cost: options.mock_cost } }
      : {
          engine: {
            version: engineVersion,
            browserVersion: rendered.browserVersion!,
            stages: rendered.trace,
          },
        }),
  }
  count(metrics, outcome, rendered)
  logger.info({ ...idsOf(job), ...timing(outcome, rendered), format: options.format }, 'rendered')
  return outcome
}

/** Runs work that must end when the job is taken from us, or when the time of all attempts is up. */
async function within<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(new RenderError('RenderTimeoutError')), Math.max(0, timeoutMs))
  try {
    return await work(AbortSignal.any([signal, own.signal]))
  } finally {
    clearTimeout(timer)
  }
}

function count(metrics: AttemptContext['metrics'], outcome: RenderOutcome, { trace }: Rendered): void {
  metrics.ended.inc({ result: 'succeeded' })
  metrics.queued.observe(outcome.queueTimeMs / 1000)
  metrics.took.observe(outcome.renderTimeMs / 1000)
  for (const { stage, ms } of trace) metrics.stage.observe({ stage }, ms / 1000)
}

function timing(outcome: RenderOutcome, { trace }: Rendered) {
  return {
    queueMs: outcome.queueTimeMs,
    renderMs: Math.round(outcome.renderTimeMs),
    stages: Object.fromEntries(trace.map(({ stage, ms }) => [stage, ms])),
    sizeBytes: outcome.artefact.sizeBytes,
    bandwidthBytes: outcome.bandwidthBytes,
    attempts: outcome.attempts,
  }
}

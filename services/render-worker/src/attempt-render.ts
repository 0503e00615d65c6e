import { createScratch, type Rendered, type RenderRequest } from '@render/engine'
import { RenderError } from '@render/errors'
import {
  optionsOf,
  readSealedOptions,
  type AttemptProgress,
  type JobOf,
  type RenderJob,
  type WorkerSecrets,
} from '@render/jobs'
import type { RenderOutcome } from '@render/outputs'
import { certifiedOptions, toRenderOptions, type PublicOptions, type ResolvedOptions } from '@render/options'
import { describeCause } from '@render/runtime'
import { attemptOptions } from './retry/attempt-options.ts'
import type { CrashHistory } from './retry/crash-history.ts'
import type { RenderWorkerContext } from './context.ts'
import { deliver } from './deliver/deliver.ts'
import { openDestinations } from './deliver/destinations.ts'
import { logIds } from './log-ids.ts'
import { outcomeOf } from './outcome-of.ts'
import { loggedDetails, outcomeForQueue, planOf } from './private-render.ts'
import { withStoredCredential } from './stored-credential.ts'
import { timeLeft } from './retry/time-left.ts'

export type AttemptContext = Pick<
  RenderWorkerContext,
  | 'blockingRedis'
  | 'engine'
  | 'engineVersion'
  | 'makeMock'
  | 'store'
  | 'sweeps'
  | 'privateAnswers'
  | 'http'
  | 'azureEndpoint'
  | 'open'
  | 'metrics'
  | 'logger'
>

export interface Attempt {
  /** Epoch milliseconds. */
  startedAt: number
  /** Set when an earlier attempt crashed. */
  history?: CrashHistory
  progress: Pick<AttemptProgress, 'stage' | 'frames'>
  signal: AbortSignal
  /** Called when only a language model is waited for. */
  onIdle?: () => void
}

/** The stage that waits for a language model, the last one. */
const ASKING = 'ask-model'
/** Bounds the files of one render together while they are in its scratch folder. */
const SCRATCH_BYTES = 1024 ** 3

/**
 * Opens a job, renders it and delivers its outputs.
 * @throws {RenderError} for a failure that is reported to the caller; `BrowserDied` when the browser crashed. Anything else is our
 *   own fault.
 */
export async function attemptRender(
  context: AttemptContext,
  job: JobOf<'renders'>,
  attempt: Attempt,
): Promise<RenderOutcome> {
  const begunAt = performance.now()
  const { engine, engineVersion, makeMock, metrics, logger } = context
  const { startedAt, history, signal } = attempt
  const { data } = job
  const { options, request, plan, destinationsFor } = await openJob(context, job, attempt)
  using asking = countQuestions(metrics, attempt)
  const leftMs = () => timeLeft(data, history, { startedAt, now: Date.now() })
  const inTime = <T>(work: (limit: AbortSignal) => Promise<T>) => within(leftMs(), signal, work)
  await using scratch = createScratch({ quotaBytes: SCRATCH_BYTES })
  const rendered = await inTime((limit) =>
    options.mock
      ? makeMock(request.options, limit)
      : engine.render(
          {
            ...request,
            scratch,
            leftMs: leftMs(),
            onStage: asking.onStage,
            onFrame: attempt.progress.frames,
          },
          limit,
        ),
  )
  signal.throwIfAborted()

  const warnings = [...plan.warnings, ...rendered.warnings]
  const warn = (warning: string) => void warnings.push(warning)
  const hashedOptions = options.certify ? certifiedOptions(options) : undefined
  const delivered = await inTime((limit) =>
    deliver(context, rendered, {
      destinationsFor,
      copy: plan.upload?.copy,
      hashedOptions,
      signal: limit,
      warn,
    }),
  )
  const outcome = outcomeOf({
    options,
    rendered,
    delivered,
    warnings,
    engineVersion,
    attempts: job.attemptsStarted,
    renderTimeMs: performance.now() - begunAt,
    queueTimeMs: Math.max(0, startedAt - data.createdAt),
    startedAt,
  })
  // Rejects when the answer cannot be stored: then the render has failed.
  const queued = await outcomeForQueue(context, job, outcome, options)
  count(metrics, outcome, rendered)
  const { format } = options
  const stages = Object.fromEntries(rendered.trace.map(({ stage, ms }) => [stage, ms]))
  const details = loggedDetails(job, { stages, format, ...modelFailure(rendered) })
  logger.info({ ...logIds(job), ...measured(outcome), ...details }, 'rendered')
  return queued
}

/** Decrypts the secrets of a job and returns the options of this attempt with the request to the engine. */
async function openJob(
  context: Pick<AttemptContext, 'blockingRedis' | 'open' | 'store' | 'http' | 'azureEndpoint'>,
  job: JobOf<'renders'>,
  { history }: Attempt,
) {
  const { blockingRedis, open } = context
  const { id, data } = job
  const { projectId } = data
  const sealed = await readSealedOptions(blockingRedis, id!, data)
  const secrets = sealed === undefined ? {} : (open(sealed, { projectId, id: id! }) as PublicOptions)
  const resolved = { ...optionsOf(data), ...secrets } as ResolvedOptions
  const options = attemptOptions(resolved, data.retried?.times ?? 0)
  const stored = openProjectSecrets(data, open)
  const request = {
    options: toRenderOptions(withStoredCredential(options, stored.llm)),
    organisation: data.organisationId,
    projectProxies: stored.proxies ?? [],
    solo: history !== undefined,
  }
  const plan = planOf(job, open)
  const destinationsFor = openDestinations(context, {
    options,
    plan: plan.upload,
    credential: stored.storage,
  })
  return { options, request, plan, destinationsFor }
}

/** Reports the stages, and counts a render that waits for a language model until it is disposed. */
function countQuestions(
  { asking }: AttemptContext['metrics'],
  { progress, onIdle }: Attempt,
): Disposable & Pick<RenderRequest, 'onStage'> {
  let isAsking = false
  return {
    onStage(name) {
      progress.stage(name)
      if (name !== ASKING) return
      isAsking = true
      asking.inc()
      onIdle?.()
    },
    [Symbol.dispose]: () => void (isAsking && asking.dec()),
  }
}

/** Jobs of the version before `sealedForWorker` carry only the project's proxies. */
function openProjectSecrets(
  {
    projectId,
    sealedForWorker,
    sealedProxies,
  }: Pick<RenderJob, 'projectId' | 'sealedForWorker' | 'sealedProxies'>,
  open: AttemptContext['open'],
): WorkerSecrets {
  if (sealedForWorker !== undefined) return open(sealedForWorker, { projectId }) as WorkerSecrets
  return sealedProxies === undefined ? {} : { proxies: open(sealedProxies) as string[] }
}

/** Runs work whose signal aborts when the job is lost or cancelled, and when the time of all attempts is up. */
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

function modelFailure({ llm, llmCause }: Rendered): { modelError?: string; cause?: unknown } {
  if (!llm || !('error' in llm)) return {}
  return { modelError: llm.error, ...(llmCause !== undefined && { cause: describeCause(llmCause) }) }
}

function measured(outcome: RenderOutcome) {
  return {
    queueMs: outcome.queueTimeMs,
    renderMs: Math.round(outcome.renderTimeMs),
    sizeBytes: outcome.artefact.sizeBytes,
    bandwidthBytes: outcome.bandwidthBytes,
    attempts: outcome.attempts,
  }
}

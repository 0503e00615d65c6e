import { randomUUIDv7 } from 'node:crypto'
import type { Processor } from '@render/jobs'
import type { HttpClient } from '@render/net'
import type { ServiceBase } from '@render/service'
import { GiveUp, NotDelivered } from './attempt-errors.ts'
import { classifyResponse } from './classify-response.ts'
import type { WebhookDispatcherContext } from './context.ts'
import { eventIdOf, idsOf, receiverOf, reportOf, type Delivery } from './delivery.ts'
import { endAttempt } from './end-attempt.ts'
import { postponeOnFailure, takeSlot } from './postpone.ts'
import { readEvent, readReceiver } from './read-delivery.ts'
import type { Ending } from './receiver-slots.ts'
import { signatureHeaders } from './sign.ts'

type Context = Omit<WebhookDispatcherContext, 'http' | Exclude<keyof ServiceBase, 'logger'>> & {
  http: Pick<HttpClient, 'post'>
}

/** The queue's lock on the job. */
interface Lock {
  token: string
  signal: AbortSignal
}

type ReadyDelivery = Required<Delivery>

/**
 * Consumes `webhooks`: makes one attempt to deliver an event. Every result is reported to the delivery log, and an event
 * that is given up is counted.
 */
export function createDeliverWebhook(context: Context): Processor<'webhooks'> {
  return async (job, token, signal) => {
    const delivery: Delivery = { job }
    try {
      delivery.event = await readEvent(context, job)
      delivery.url = readReceiver(context, job)
      return await deliver(context, delivery as ReadyDelivery, { token, signal })
    } catch (error) {
      // An aborted job went back to the queue: its next attempt reports what happens.
      if (signal.aborted && !(error instanceof GiveUp)) throw error
      throw await endAttempt(context, delivery, error)
    }
  }
}

async function deliver(context: Context, delivery: ReadyDelivery, lock: Lock): Promise<{ status: number }> {
  const { logger, metrics, delaysMs } = context
  const { job, url } = delivery
  await takeSlot(context, delivery, lock.token)
  const startedAt = Date.now()
  const { response, tookMs } = await sendAndFreeSlot(context, delivery, lock)

  const attempts = job.attemptsMade + 1
  const classified = classifyResponse({
    response,
    attemptsMade: attempts,
    delaysMs,
    allowed: job.opts.attempts,
  })
  const { state, result } = classified
  const durationMs = Math.round(tookMs)
  const { status, bodyStart } = 'status' in response ? response : {}
  const outcome = 'failure' in response ? response : { status }
  metrics.attempts.inc({ result })
  metrics.took.observe(tookMs / 1000)
  const details = { ...idsOf(job), origin: url.origin, attempt: attempts, tookMs: durationMs, ...outcome }
  if (state === 'delivered') logger.info(details, 'event delivered')
  else logger.warn(details, 'event not delivered')
  await context.reporter.report(
    reportOf(delivery, {
      state,
      attempts,
      ...(classified.state === 'pending' && { nextAttemptAt: Date.now() + classified.delayMs }),
      attempt: {
        id: randomUUIDv7(),
        startedAt,
        durationMs,
        ...outcome,
        ...(bodyStart && { answer: bodyStart }),
      },
    }),
  )

  if (classified.state === 'delivered') return { status: classified.status }
  if (classified.state === 'pending') {
    await context.slots.defer(receiverOf(delivery), job.id!, classified.delayMs)
    throw new NotDelivered(result, classified.delayMs)
  }
  const message =
    classified.state === 'gone'
      ? 'The receiver wants no more events (410).'
      : `All ${attempts} attempts failed.`
  throw new GiveUp(classified.state, message, { isReported: true })
}

async function sendAndFreeSlot(context: Context, delivery: ReadyDelivery, lock: Lock) {
  let ending: Ending = 'unknown'
  try {
    const sent = await send(context, delivery, lock)
    ending = 'failure' in sent.response && sent.response.failure === 'timeout' ? 'timeout' : 'answered'
    return sent
  } finally {
    await context.slots.free(receiverOf(delivery), delivery.job.id!, ending)
  }
}

async function send(context: Context, delivery: ReadyDelivery, { token, signal }: Lock) {
  const { management, http, legacyName, timeoutMs } = context
  const { job, url, event } = delivery
  const request = management.webhookSecrets(job.data.projectId)
  const secrets = await postponeOnFailure(context, { job, token }, request)
  if (!secrets) throw new GiveUp('exhausted', 'The project was deleted.')
  if (!isNotEmpty(secrets)) throw new GiveUp('lost', 'The project has no webhook secret.')

  // Receivers refuse signatures that are some minutes old, so every attempt gets a new one.
  const message = { id: eventIdOf(job), timestamp: Math.floor(Date.now() / 1000), body: event.body }
  const ours: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'render-service-webhooks/1',
    'x-service-attempt': String(job.attemptsMade + 1),
    ...signatureHeaders(message, secrets),
  }
  const renamed = Object.entries(ours).map(([name, value]) => [legacyName(name), value] as const)
  const headers = { ...ours, ...Object.fromEntries(renamed.filter(([name]) => name !== undefined)) }
  const startedAt = performance.now()
  const response = await http.post(url, { headers, body: event.body, timeoutMs, signal })
  return { response, tookMs: performance.now() - startedAt }
}

function isNotEmpty(secrets: string[]): secrets is [string, ...string[]] {
  return secrets.length > 0
}

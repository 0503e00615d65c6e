import { randomUUIDv7 } from 'node:crypto'
import type { Processor } from '@render/jobs'
import type { HttpClient } from '@render/net'
import { awaitSlot } from './await-slot.ts'
import type { WebhookDispatcherContext } from './context.ts'
import { eventIdOf, reportOf, type Delivery } from './delivery.ts'
import { giveUp, giveUpUnasked } from './give-up.ts'
import type { Ending } from './host-slots.ts'
import { idsOf } from './ids-of.ts'
import { judgeAnswer } from './judge-answer.ts'
import { NotDelivered } from './not-delivered.ts'
import { orStumble } from './or-stumble.ts'
import { orPostpone } from './postpone.ts'
import { readEvent, readReceiver } from './read-job.ts'
import { signatureHeaders } from './sign.ts'

type Context = Omit<WebhookDispatcherContext, 'http' | 'registry' | 'redis' | typeof Symbol.asyncDispose> & {
  http: Pick<HttpClient, 'post'>
}

interface Hold {
  token: string
  signal: AbortSignal
}

/** What is known of a delivery once it can be made. */
type Ready = Required<Delivery>

/**
 * Consumes `webhooks`: makes one attempt to deliver an event. However it ends, the log of deliveries is told, and an event
 * that is not tried again is counted.
 */
export function createDeliverWebhook(context: Context): Processor<'webhooks'> {
  return async (job, token, signal) => {
    const delivery: Delivery = { job }
    try {
      delivery.url = await readReceiver(context, delivery)
      delivery.event = await readEvent(context, delivery)
      return await deliver(context, delivery as Ready, { token, signal })
    } catch (error) {
      // A job that is handed back is somebody else's from here on.
      throw signal.aborted ? error : await orStumble(context, delivery, error)
    }
  }
}

async function deliver(context: Context, delivery: Ready, hold: Hold): Promise<{ status: number }> {
  const { logger, metrics, delaysMs } = context
  const { job, url } = delivery
  await awaitSlot(context, delivery, hold.token)
  const startedAt = Date.now()
  const { answer, tookMs } = await sendAndFree(context, delivery, hold)

  const attempts = job.attemptsMade + 1
  const verdict = judgeAnswer({ answer, attemptsMade: attempts, delaysMs, allowed: job.opts.attempts })
  const { state, result, delayMs } = verdict
  const durationMs = Math.round(tookMs)
  const { status, beginning } = 'status' in answer ? answer : {}
  const told = 'failure' in answer ? answer : { status }
  metrics.attempts.inc({ result })
  metrics.took.observe(tookMs / 1000)
  const details = { ...idsOf(job), origin: url.origin, attempt: attempts, tookMs: durationMs, ...told }
  if (state === 'delivered') logger.info(details, 'event delivered')
  else logger.warn(details, 'event not delivered')
  await context.reporter.report(
    reportOf(delivery, {
      state,
      attempts,
      ...(delayMs !== undefined && { nextAttemptAt: Date.now() + delayMs }),
      attempt: {
        id: randomUUIDv7(),
        startedAt,
        durationMs,
        ...told,
        ...(beginning && { answer: beginning }),
      },
    }),
  )

  if (state === 'delivered') return { status: status! }
  if (state === 'pending') throw new NotDelivered(result, delayMs!)
  const message =
    state === 'gone' ? 'The receiver wants no more events.' : `No success in ${attempts} attempts.`
  throw giveUp(context, delivery, state, message)
}

/** Sends the event, and frees its slot whatever came of it. */
async function sendAndFree(context: Context, delivery: Ready, hold: Hold) {
  let ending: Ending = 'unknown'
  try {
    const sent = await send(context, delivery, hold)
    ending = 'failure' in sent.answer && sent.answer.failure === 'timeout' ? 'timeout' : 'answered'
    return sent
  } finally {
    await context.slots.free(delivery.url.host, delivery.job.id!, ending)
  }
}

async function send(context: Context, delivery: Ready, { token, signal }: Hold) {
  const { directory, http, timeoutMs } = context
  const { job, url, event } = delivery
  const asked = directory.webhookSecrets(job.data.projectId)
  const secrets = await orPostpone(context, { job, token }, asked)
  if (!isNotEmpty(secrets))
    throw await giveUpUnasked(context, delivery, 'lost', 'The project has no webhook secret.')

  // Receivers refuse what is some minutes old, so every attempt is signed anew.
  const message = { id: eventIdOf(job), timestamp: Math.floor(Date.now() / 1000), body: event.body }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'render-service-webhooks/1',
    'x-service-attempt': String(job.attemptsMade + 1),
    ...signatureHeaders(message, secrets),
  }
  const begun = performance.now()
  const answer = await http.post(url, { headers, body: event.body, timeoutMs, signal })
  return { answer, tookMs: performance.now() - begun }
}

function isNotEmpty(secrets: string[]): secrets is [string, ...string[]] {
  return secrets.length > 0
}

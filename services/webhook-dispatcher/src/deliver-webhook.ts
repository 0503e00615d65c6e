import { isFinished, recordedOf, type Finished, type JobOf, type Processor } from '@render/jobs'
import type { HttpClient } from '@render/net'
import { eventBody } from './body.ts'
import type { WebhookDispatcherContext } from './context.ts'
import { giveUp } from './give-up.ts'
import { judgeAnswer } from './judge-answer.ts'
import { orPostpone } from './postpone.ts'
import { signatureHeaders } from './sign.ts'
import { orStumble } from './or-stumble.ts'

type Context = Pick<
  WebhookDispatcherContext,
  'logger' | 'metrics' | 'finder' | 'open' | 'directory' | 'artefactUrl' | 'delaysMs' | 'timeoutMs'
> & { http: Pick<HttpClient, 'post'> }

/**
 * Consumes `webhooks`: makes one attempt to deliver the one event of a render. Its id is the render's. However it ends,
 * an event that is not tried again is counted.
 */
export function createDeliverWebhook(context: Context): Processor<'webhooks'> {
  const { directory, http, artefactUrl, timeoutMs } = context
  return async (job, token, signal) => {
    try {
      return await deliver(job, token, signal)
    } catch (error) {
      // A job that is handed back is somebody else's from here on.
      throw signal.aborted ? error : orStumble(context, job, error)
    }
  }

  async function deliver(job: JobOf<'webhooks'>, token: string, signal: AbortSignal) {
    const renderId = job.id!
    const { projectId, customId, createdAt } = job.data
    const finished = await endOf(context, job)
    const secrets = await orPostpone(context, { job, token }, directory.webhookSecrets(projectId))
    if (!isNotEmpty(secrets)) throw giveUp(context, job, 'lost', 'The project has no webhook secret.')

    const url = await receiverOf(context, job)
    const body = eventBody({ renderId, customId, finished, createdAt, artefactUrl })
    // Receivers refuse what is some minutes old, so every attempt is signed anew.
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'render-service-webhooks/1',
      'x-service-attempt': String(job.attemptsMade + 1),
      ...signatureHeaders({ id: renderId, timestamp, body }, secrets),
    }
    const begun = performance.now()
    const answer = await http.post(url, { headers, body, timeoutMs, signal })
    return judgeAnswer(context, job, { answer, origin: url.origin, tookMs: performance.now() - begun })
  }
}

/** How the render ended: as it was recorded or, when recording it failed for good, as the queue knows it. */
async function endOf(context: Context, job: JobOf<'webhooks'>): Promise<Finished> {
  const recorded = await recordedOf(job)
  if (recorded) return recorded
  const state = await context.finder.find(job.id!)
  if (state && isFinished(state)) return state
  throw giveUp(context, job, 'lost', 'Nobody knows how the render ended.')
}

/** Neither a text that no key of ours opens nor an address that is none gets better with time. */
async function receiverOf(context: Context, job: JobOf<'webhooks'>): Promise<URL> {
  try {
    return new URL((await context.open(job.data.sealedUrl)) as string)
  } catch (cause) {
    throw giveUp(context, job, 'lost', "The receiver's address cannot be read.", cause)
  }
}

function isNotEmpty(secrets: string[]): secrets is [string, ...string[]] {
  return secrets.length > 0
}

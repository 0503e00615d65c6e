import { isFinished, recordedOf, type Finished, type JobOf, type Processor } from '@render/jobs'
import { eventBody } from './body.ts'
import type { WebhookDispatcherContext } from './context.ts'
import { giveUp } from './give-up.ts'
import { judgeAnswer } from './judge-answer.ts'
import { orPostpone } from './postpone.ts'
import { signatureHeaders } from './sign.ts'

type Context = Pick<
  WebhookDispatcherContext,
  'logger' | 'metrics' | 'finder' | 'open' | 'directory' | 'http' | 'artefactUrl' | 'delaysMs' | 'timeoutMs'
>

/** Consumes `webhooks`: makes one attempt to deliver the one event of a render. Its id is the render's. */
export function createDeliverWebhook(context: Context): Processor<'webhooks'> {
  const { open, directory, http, artefactUrl, timeoutMs } = context
  return async (job, token, signal) => {
    const renderId = job.id!
    const { projectId, createdAt, sealedUrl } = job.data
    const finished = await endOf(context, job)
    const secrets = await orPostpone(context, { job, token }, directory.webhookSecrets(projectId))
    if (!isNotEmpty(secrets)) throw giveUp(context, job, 'lost', 'The project has no webhook secret.')

    const url = new URL((await open(sealedUrl)) as string)
    const body = eventBody({ renderId, finished, createdAt, artefactUrl })
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

function isNotEmpty(secrets: string[]): secrets is [string, ...string[]] {
  return secrets.length > 0
}

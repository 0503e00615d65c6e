// What a job has to say: where to, and what.
import { isFinished, recordedOf, type Finished } from '@render/jobs'
import { eventBody, writeBody } from './body.ts'
import type { WebhookDispatcherContext } from './context.ts'
import type { Delivery, ToldBody } from './delivery.ts'
import { giveUpUnasked } from './give-up.ts'

type Context = Pick<
  WebhookDispatcherContext,
  'logger' | 'metrics' | 'reporter' | 'finder' | 'open' | 'artefactUrl'
>

/** What there is to tell: an event of its own, or how the render ended. */
export async function readEvent(context: Context, delivery: Delivery): Promise<ToldBody> {
  const { id, data } = delivery.job
  if (data.event) return { type: data.event.body.event, body: writeBody(data.event.body) }
  const finished = await endOf(context, delivery)
  const { customId, createdAt } = data
  const body = eventBody({ renderId: id!, customId, finished, createdAt, artefactUrl: context.artefactUrl })
  return { type: `render.${finished.status}`, body }
}

/** Neither a text that no key of ours opens nor an address that is none gets better with time. */
export async function readReceiver(context: Context, delivery: Delivery): Promise<URL> {
  try {
    return new URL(context.open(delivery.job.data.sealedUrl) as string)
  } catch (cause) {
    throw await giveUpUnasked(context, delivery, 'lost', "The receiver's address cannot be read.", cause)
  }
}

/** How the render ended: as it was recorded or, when recording it failed for good, as the queue knows it. */
async function endOf(context: Context, delivery: Delivery): Promise<Finished> {
  const { job } = delivery
  const recorded = await recordedOf(job)
  if (recorded) return recorded
  const state = await context.finder.find(job.id!)
  if (state && isFinished(state)) return state
  throw await giveUpUnasked(context, delivery, 'lost', 'Nobody knows how the render ended.')
}

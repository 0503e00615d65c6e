import type { RenderOptions } from '@render/options'
import { startModel, type ModelContext } from './models/model-context.ts'
import type { PageContext } from './page-context.ts'
import type { RunSteps } from './pipeline.ts'
import type { Plan } from './plan.ts'
import type { Producer, Production } from './producer.ts'

interface Produced {
  productions: Production[]
  /** Set when a language model is asked. */
  model?: ModelContext
}

/** Runs the steps on the page of all producers, the main one last, and of the question to a language model. */
export async function runProducers(
  { beforeReading, dataProducers, replaceByArticle, sideProducers, mainProducer, model, ...media }: Plan,
  ctx: PageContext,
  options: RenderOptions,
  run: RunSteps,
): Promise<Produced> {
  const start = (producer: Producer): Production => producer.start(ctx, options)
  const [data, sides, main] = [dataProducers.map(start), sideProducers.map(start), start(mainProducer)]
  await run(beforeReading, ctx)
  if (data.length > 0)
    await inScreenMedia(media, ctx, run, async () => {
      for (const each of data) await each.onPage(run)
    })
  await run(replaceByArticle, ctx)
  const asking = model.onPage.length > 0 ? startModel(ctx) : undefined
  if (asking || sides.length > 0)
    await inScreenMedia(media, ctx, run, async () => {
      if (asking) await run(model.onPage, asking)
      for (const each of sides) await each.onPage(run)
    })
  await main.onPage(run)
  return { productions: [main, ...data, ...sides], model: asking }
}

/** Reads the page as it is on a screen. What is read beside a print must not depend on the media of the print. */
async function inScreenMedia(
  { showScreenMedia, restorePrintMedia }: Pick<Plan, 'showScreenMedia' | 'restorePrintMedia'>,
  ctx: PageContext,
  run: RunSteps,
  read: () => Promise<void>,
): Promise<void> {
  await run(showScreenMedia, ctx)
  await read()
  await run(restorePrintMedia, ctx)
}

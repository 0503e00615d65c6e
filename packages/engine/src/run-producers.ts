import type { RenderOptions } from '@render/options'
import { DocumentTooLarge } from './documents/require-document-size.ts'
import { startModel, type ModelContext } from './llm/model-context.ts'
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
  { steps, dataProducers, sideProducers, mainProducer, modelSteps }: Plan,
  ctx: PageContext,
  options: RenderOptions,
  run: RunSteps,
): Promise<Produced> {
  const start = (producer: Producer): Production => producer.start(ctx, options)
  const [data, main] = [dataProducers.map(start), start(mainProducer)]
  const sideProductions: Production[] = []
  await run(steps.beforeReading, ctx)
  if (data.length > 0)
    await inScreenMedia(steps, ctx, run, async () => {
      for (const each of data) await each.onPage(run)
    })
  await run(steps.replaceByArticle, ctx)
  const asking = modelSteps.onPage.length > 0 ? startModel(ctx) : undefined
  if (asking || sideProducers.length > 0)
    await inScreenMedia(steps, ctx, run, async () => {
      if (asking) await madeOrWarned(run(modelSteps.onPage, asking), 'The model got no text', ctx)
      for (const { option, ...producer } of sideProducers) {
        const production = start(producer)
        if (await madeOrWarned(production.onPage(run), `"${option}" made no file`, ctx))
          sideProductions.push(production)
      }
    })
  await main.onPage(run)
  return { productions: [main, ...data, ...sideProductions], model: asking }
}

/**
 * Waits until a document is made. Returns false when it is too large, after a warning that begins with the consequence.
 */
async function madeOrWarned(
  making: Promise<void>,
  consequence: string,
  { warnings }: PageContext,
): Promise<boolean> {
  try {
    await making
    return true
  } catch (error) {
    if (!(error instanceof DocumentTooLarge)) throw error
    warnings.push(`${consequence}: ${error.message}`)
    return false
  }
}

/** Reads the page as it is on a screen. What is read beside a print must not depend on the media of the print. */
async function inScreenMedia(
  { showScreenMedia, restorePrintMedia }: Plan['steps'],
  ctx: PageContext,
  run: RunSteps,
  read: () => Promise<void>,
): Promise<void> {
  await run(showScreenMedia, ctx)
  await read()
  await run(restorePrintMedia, ctx)
}

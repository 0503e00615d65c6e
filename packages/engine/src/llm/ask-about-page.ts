import type { RenderOptions } from '@render/options'
import { startDeadline } from '../deadline.ts'
import { createRunner, type Step, type TraceLine } from '../pipeline.ts'
import type { AskContext, ModelContext, ModelResult } from './model-context.ts'

/** The longest wait for the answer of a model. */
const MODEL_ANSWER_MS = 60_000
/** Longer than the question may take, together with its picture. */
const ASK_MS = 120_000
/** The time that a render needs to store its outputs after the answer of a model. */
const STORING_MS = 5000
const NOT_ASKED: ModelResult = { error: 'The model was not asked.' }

/**
 * Asks the language model about the page. The attempt's time is over with its outputs: what remains of it does not end the
 * question, which has a limit of its own and cannot fail the render.
 */
export async function askAboutPage(
  { page, content, picture, main, endsAtMs }: ModelContext & Pick<AskContext, 'main'> & { endsAtMs: number },
  steps: readonly Step<AskContext>[],
  { options, onStage }: { options: RenderOptions; onStage?: (stage: string) => void },
  signal: AbortSignal,
): Promise<{ result: ModelResult; trace: TraceLine[]; cause?: unknown }> {
  using deadline = startDeadline(ASK_MS, signal)
  const { run, trace } = createRunner(options, deadline, onStage)
  const leftSeconds = Math.max(1, Math.floor((endsAtMs - STORING_MS - performance.now()) / 1000))
  const ctx: AskContext = {
    page,
    content,
    picture,
    main,
    timeoutMs: Math.min(MODEL_ANSWER_MS, leftSeconds * 1000),
    signal: deadline.signal,
    result: NOT_ASKED,
  }
  try {
    await run(steps, ctx)
    return { result: ctx.result, trace }
  } catch (cause) {
    // A failed question must not fail the render: its outputs exist already.
    signal.throwIfAborted()
    return { result: ctx.result, trace, cause }
  }
}

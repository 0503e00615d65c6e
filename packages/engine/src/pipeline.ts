import { settlesWithin } from '@render/async'
import type { RenderOptions } from '@render/options'
import type { Deadline } from './deadline.ts'
import type { Notes, Stage } from './stage.ts'

/** Stages that run again when a condition holds. */
export interface Again<Context> {
  readonly again: readonly Stage<Context>[]
  readonly when: (ctx: Context) => boolean
}

export type Step<Context> = Stage<Context> | Again<Context>

/** One line of a render's trace. */
export interface TraceLine extends Notes {
  stage: string
  ms: number
}

/** Runs steps in the order of their list. */
export type RunSteps = <Context>(steps: readonly Step<Context>[], ctx: Context) => Promise<void>

/** Repeats stages that were listed before; they own their options there. */
export function again<Context>(
  stages: readonly Stage<Context>[],
  when: (ctx: Context) => boolean = () => true,
): Again<Context> {
  return { again: stages, when }
}

/** Returns the stages of a list without those that it only repeats. */
export function stagesIn<Context>(steps: readonly Step<Context>[]): Stage<Context>[] {
  return steps.filter((step): step is Stage<Context> => !('again' in step))
}

/** What a render runs its stages with. */
export interface Runner {
  run: RunSteps
  trace: TraceLine[]
  /** Resolves when the last stage has ended, which may continue after the render, or a minute later. */
  settled: () => Promise<unknown>
}

/** Bounds the wait for a stage whose browser never answers. */
const SETTLE_MS = 60_000

/**
 * Makes the runner of one render. Every stage races the deadline: calls of the browser such as `evaluate` and `newPage`
 * have no timeout of their own. A stage that takes no time leaves no line in `trace`; `onStage` is called with the name of
 * each that takes some, as it begins.
 */
export function createRunner(
  options: RenderOptions,
  deadline: Deadline,
  onStage?: (name: string) => void,
): Runner {
  const trace: TraceLine[] = []
  let last: Promise<unknown> = Promise.resolve()

  async function runStage<Context>({ name, run }: Stage<Context>, ctx: Context): Promise<void> {
    const start = performance.now()
    const result = run(ctx, options)
    if (result !== undefined) onStage?.(name)
    if (result instanceof Promise) last = result
    const notes = result === undefined ? result : await deadline.race(result)
    deadline.check()
    const ms = Math.round((performance.now() - start) * 10) / 10
    if (ms > 0 || notes) trace.push({ stage: name, ms, ...notes })
  }

  return {
    trace,
    settled: () => settlesWithin(last, SETTLE_MS),
    async run(steps, ctx) {
      for (const step of steps)
        if (!('again' in step)) await runStage(step, ctx)
        else if (step.when(ctx)) for (const stage of step.again) await runStage(stage, ctx)
    },
  }
}

import type { RenderOptions } from '@render/options'
import type { Limits } from './limits.ts'
import { phases, type Notes, type Stage } from './stage.ts'
import type { Work } from './work.ts'

/** How long a stage took, and what it tells of itself. */
export interface TraceLine extends Notes {
  stage: string
  ms: number
}

/**
 * Runs stages in the order of their phases, within a phase in the order of the list. Every stage races the limits:
 * calls of the browser such as `evaluate` and `newPage` have no time-out of their own. Those that take no time
 * leave no line. `onStage` hears the name of each that takes some, as it begins.
 */
export async function runPipeline(
  stages: readonly Stage[],
  work: Work,
  options: RenderOptions,
  limits: Limits,
  onStage?: (name: string) => void,
): Promise<TraceLine[]> {
  const trace: TraceLine[] = []
  for (const { name, run } of inPhaseOrder(stages)) {
    const start = performance.now()
    const told = run(work, options)
    if (told !== undefined) onStage?.(name)
    const notes = told === undefined ? told : await limits.race(told)
    limits.check()
    const ms = Math.round((performance.now() - start) * 10) / 10
    if (ms > 0 || notes) trace.push({ stage: name, ms, ...notes })
  }
  return trace
}

function inPhaseOrder(stages: readonly Stage[]): Stage[] {
  return stages.toSorted((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase))
}

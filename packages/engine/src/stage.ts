import type { RenderOptions, ResolvedName } from '@render/options'
import type { Work } from './work.ts'

/** The parts of a render in their order. */
export const phases = [
  'context',
  'hooks',
  'navigate',
  'prepare',
  'guard',
  'capture',
  'transform',
  'extract',
] as const

export type Phase = (typeof phases)[number]

/** What a stage tells of itself in the trace. */
export interface Notes {
  /** What the page was not yet done with. */
  waitedFor?: string[]
}

type Told = void | Notes | Promise<void | Notes>

/** One thing that is done to a page. Knows nothing of time-outs, logs or metrics: these are the runner's. */
export interface Stage {
  readonly name: string
  readonly phase: Phase
  /** Options whose effect this stage is. */
  readonly owns: readonly ResolvedName[]
  /** Options of other stages that it reads. */
  readonly borrows: readonly ResolvedName[]
  readonly run: (work: Work, options: RenderOptions) => Told
}

/** Defines a stage; its `run` sees exactly the options that it owns or borrows. */
export function stage<const Owned extends ResolvedName = never, const Borrowed extends ResolvedName = never>(
  definition: Definition<Owned, Borrowed>,
): Stage {
  const { name, phase, owns = [], borrows = [], run } = definition
  const visible: readonly (Owned | Borrowed)[] = [...owns, ...borrows]
  return {
    name,
    phase,
    owns,
    borrows,
    run: (work, options) => {
      const seen = Object.fromEntries(visible.map((option) => [option, options[option]]))
      return run(work, seen as Pick<RenderOptions, Owned | Borrowed>)
    },
  }
}

interface Definition<Owned extends ResolvedName, Borrowed extends ResolvedName> {
  name: string
  phase: Phase
  owns?: readonly Owned[]
  borrows?: readonly Borrowed[]
  run: (work: Work, options: Pick<RenderOptions, Owned | Borrowed>) => Told
}

import type { MainOutput, PageData, SideOutput } from '@render/outputs'
import type { RenderOptions } from '@render/options'
import type { VideoLimits } from './video/video-limits.ts'
import type { PageContext } from './page-context.ts'
import type { PictureBounds } from './picture-limits.ts'
import { stagesIn, type RunSteps, type Step } from './pipeline.ts'
import type { Stage } from './stage.ts'

/** The operator's limits that mocks keep to. */
export interface MockLimits {
  bounds: PictureBounds
  videoLimits: VideoLimits
}

/** The outputs of a producer: the main output, side outputs and data of the page. */
export interface Outputs {
  main?: MainOutput
  sideOutputs: SideOutput[]
  data?: PageData
}

/** Makes one kind of output from a page. */
export interface Producer {
  /** Every stage that it may run, each once. */
  readonly stages: readonly Stage<never>[]
  /** The option that makes its output beside another one. */
  readonly option?: string
  start(page: PageContext, options: RenderOptions): Production
  /** Makes outputs of the same form without a page; warnings are added to `warnings`. */
  mock(options: RenderOptions, limits: MockLimits, warnings: string[]): Promise<Outputs>
}

/** The work of a producer in one render. */
export interface Production {
  /** Runs the stages that need the page. */
  onPage(run: RunSteps): Promise<void>
  /** Runs the stages that do not need the page, after its tab is closed and its browser is free. */
  afterPage(run: RunSteps): Promise<void>
  outputs(): Outputs
}

interface Definition<Context, Finishing, Options extends RenderOptions> {
  option?: string
  start: (page: PageContext) => Context & Finishing
  onPage: readonly Step<Context>[]
  afterPage: readonly Step<Finishing>[]
  outputs: (ctx: Finishing, options: Options) => Outputs
  mock: (options: Options, limits: MockLimits, warnings: string[]) => Promise<Outputs>
}

/**
 * Defines a producer by its two lists of stages; stages of the second list see only the state that exists without a page.
 * It may rely on narrower options than every render has where the plan uses it for no others.
 */
export function producer<Context, Finishing, Options extends RenderOptions = RenderOptions>(
  definition: Definition<Context, Finishing, Options>,
): Producer {
  const { option, onPage, afterPage, outputs, mock } = definition
  return {
    option,
    stages: [...stagesIn(onPage), ...stagesIn(afterPage)],
    mock: (options, ...rest) => mock(options as Options, ...rest),
    start(page, options) {
      const ctx = definition.start(page)
      return {
        onPage: (run) => run(onPage, ctx),
        afterPage: (run) => run(afterPage, ctx),
        outputs: () => outputs(ctx, options as Options),
      }
    },
  }
}

/** Joins the outputs of all producers; exactly one of them makes the main output. */
export function joinOutputs(outputs: readonly Outputs[]): Outputs & { main: MainOutput } {
  const main = outputs.find((each) => each.main)?.main
  if (!main) throw new Error('No producer made the main output.')
  const data = outputs.find((each) => each.data)?.data
  return { main, sideOutputs: outputs.flatMap(({ sideOutputs }) => sideOutputs), ...(data && { data }) }
}

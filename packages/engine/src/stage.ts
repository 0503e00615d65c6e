import type { RenderOptions, ResolvedName } from '@render/options'
import type { AreaContext, CaptureContext } from './capture-context.ts'
import type { FinishContext, ImageContext, ImageOptions } from './pictures/image-context.ts'
import type { DataContext } from './data/data-context.ts'
import type { DocumentContext } from './documents/document-context.ts'
import type { AskContext, ModelContext } from './llm/model-context.ts'
import type { PageContext } from './page-context.ts'
import type { FinishMarkdownContext, MarkdownContext } from './markdown/markdown-context.ts'
import type { FinishPdfContext, PdfContext } from './pdf/pdf-context.ts'
import type { SvgContext } from './svg/svg-context.ts'
import type { VideoContext, VideoOptions } from './video/video-context.ts'

/** The phases of a render, in order. The page is open in all but the last one. */
export const phases = [
  'context',
  'hooks',
  'navigate',
  'prepare',
  'guard',
  'read',
  'capture',
  'close',
  'transform',
] as const

export type Phase = (typeof phases)[number]

/** The data that a stage adds to its line in the trace. */
export interface Notes {
  /** The activities that the page had not finished. */
  waitedFor?: string[]
}

type StageResult = void | Notes | Promise<void | Notes>

/**
 * One step on a page or on an output, with access to the part of the render's state that it needs. The runner is responsible
 * for timeouts, logs and metrics.
 */
export interface Stage<Context = PageContext> {
  readonly name: string
  readonly phase: Phase
  /** Options that take effect through this stage. */
  readonly owns: readonly ResolvedName[]
  /** Options of other stages that it reads. */
  readonly borrows: readonly ResolvedName[]
  /** Those of its own options that take effect without Playwright, with any value. */
  readonly direct: readonly ResolvedName[]
  readonly run: (ctx: Context, options: RenderOptions) => StageResult
}

interface Definition<
  Context,
  Options extends RenderOptions,
  Owned extends ResolvedName,
  Borrowed extends ResolvedName,
> {
  name: string
  phase: Phase
  owns?: readonly Owned[]
  borrows?: readonly Borrowed[]
  /** True for all options that it owns; none by default, so that a render that sets one opens its page with Playwright. */
  direct?: true | readonly NoInfer<Owned>[]
  run: (ctx: Context, options: Pick<Options, Owned | Borrowed>) => StageResult
}

/** Makes a function that defines stages over one kind of state; `run` sees only the options it owns or borrows. */
function stageOver<Context, Options extends RenderOptions = RenderOptions>() {
  return <const Owned extends ResolvedName = never, const Borrowed extends ResolvedName = never>({
    name,
    phase,
    owns = [],
    borrows = [],
    direct = [],
    run,
  }: Definition<Context, Options, Owned, Borrowed>): Stage<Context> => {
    const visible: readonly (Owned | Borrowed)[] = [...owns, ...borrows]
    return {
      name,
      phase,
      owns,
      borrows,
      direct: direct === true ? owns : direct,
      run: (ctx, options) => {
        const seen = Object.fromEntries(visible.map((option) => [option, options[option]]))
        return run(ctx, seen as Pick<Options, Owned | Borrowed>)
      },
    }
  }
}

/** Defines a stage that works on the page, independently of the outputs. */
export const stage = stageOver<PageContext>()

/** Defines a stage that makes a document of the open page. */
export const documentStage = stageOver<DocumentContext>()

/** Defines a stage that reads data from the open page. */
export const dataStage = stageOver<DataContext>()

/** Defines a stage that reads the open page for Markdown. */
export const markdownStage = stageOver<MarkdownContext>()

/** Defines a stage that makes Markdown and needs no page. */
export const finishMarkdownStage = stageOver<FinishMarkdownContext>()

/** Defines a stage that makes a PDF of the open page. */
export const pdfStage = stageOver<PdfContext>()

/** Defines a stage that changes a PDF and needs no page. */
export const finishPdfStage = stageOver<FinishPdfContext>()

/** Defines a stage that changes the open page for a capture of any kind. */
export const captureStage = stageOver<CaptureContext>()

/** Defines a stage that decides which part of the page is captured. */
export const areaStage = stageOver<AreaContext>()

/** Defines a stage that makes an SVG of the open page. */
export const svgStage = stageOver<SvgContext>()

/** Defines a stage that makes a video of the open page. */
export const videoStage = stageOver<VideoContext, VideoOptions>()

/** Defines a stage that makes a picture of the open page. */
export const imageStage = stageOver<ImageContext, ImageOptions>()

/** Defines a stage that changes a picture and needs no page: it runs once the tab is closed. */
export const finishImageStage = stageOver<FinishContext, ImageOptions>()

/** Defines a stage that reads the open page for a language model. */
export const modelStage = stageOver<ModelContext>()

/** Defines a stage that asks a language model and needs no page. */
export const askStage = stageOver<AskContext>()

/** Converts a stage of the page into one for the list of a producer; it sees only the page. */
export function onPageOf<Context extends { readonly page: PageContext }>(stage: Stage): Stage<Context> {
  const { owns, borrows } = stage
  return {
    ...stage,
    owns: [],
    borrows: [...owns, ...borrows],
    run: (ctx, options) => stage.run(ctx.page, options),
  }
}

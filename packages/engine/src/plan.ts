import type { RenderOptions } from '@render/options'
import { reads } from './option-reader.ts'
import { documentProducers } from './pipelines/document.ts'
import { imageProducers } from './pipelines/image.ts'
import { pdfProducer } from './pipelines/pdf.ts'
import { svgProducer } from './pipelines/svg.ts'
import { article, close, page, read } from './pipelines/page.ts'
import type { PageContext } from './page-context.ts'
import { stagesIn, type Step } from './pipeline.ts'
import type { Producer } from './producer.ts'
import type { Stage } from './stage.ts'
import { hasWatermark } from './watermark/source.ts'

/** The plan of a render: the page is settled once, then each producer makes its outputs from it. */
export interface Plan {
  page: readonly Step<PageContext>[]
  /** The steps before producers that read the markup; empty without one. */
  read: readonly Step<PageContext>[]
  main: Producer
  /** Producers of side files. They read the page before the main one changes it for a capture. */
  beside: readonly Producer[]
  /** The steps that replace the page by its article, before all producers. */
  article: readonly Step<PageContext>[]
  /** The last steps of the page. */
  close: readonly Step<PageContext>[]
}

type PlanOptions = Pick<RenderOptions, 'format' | 'watermark' | 'watermark_url' | 'save_html' | 'save_mhtml'>

export const plan = reads(
  {
    name: 'plan',
    owns: ['format', 'save_html', 'save_mhtml'],
    borrows: ['watermark', 'watermark_url'],
  },
  (options): Plan => {
    const main = mainProducer(options)
    const beside = sideProducers(options).filter((producer) => producer !== main)
    const readers: readonly Producer[] = Object.values(documentProducers)
    return {
      page,
      read: [main, ...beside].some((each) => readers.includes(each)) ? read : [],
      article,
      main,
      beside,
      close,
    }
  },
)

function mainProducer({ format, ...options }: PlanOptions): Producer {
  switch (format) {
    case 'png':
    case 'jpg':
    case 'webp':
    case 'avif':
      return hasWatermark(options) ? imageProducers.marked : imageProducers.plain
    case 'pdf':
      return pdfProducer
    case 'svg':
      return svgProducer
    case 'html':
    case 'mhtml':
      return documentProducers[format]
    default:
      return format satisfies never
  }
}

function sideProducers({ save_html, save_mhtml }: PlanOptions): Producer[] {
  return [...(save_html ? [documentProducers.html] : []), ...(save_mhtml ? [documentProducers.mhtml] : [])]
}

/** Every stage of all plans, each once. */
export const stages: readonly Stage<never>[] = [
  ...new Set([
    ...stagesIn(page),
    ...stagesIn(article),
    ...stagesIn(close),
    ...[
      ...Object.values(imageProducers),
      pdfProducer,
      svgProducer,
      ...Object.values(documentProducers),
    ].flatMap((producer) => producer.stages),
  ]),
]

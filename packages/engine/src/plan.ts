import type { RenderOptions } from '@render/options'
import { reads } from './option-reader.ts'
import { METADATA_OPTIONS } from './data/wants-metadata.ts'
import { dataProducer } from './pipelines/data.ts'
import { documentProducers } from './pipelines/document.ts'
import { imageProducers } from './pipelines/image.ts'
import { modelSteps, type ModelSteps } from './pipelines/model.ts'
import { pdfProducer } from './pipelines/pdf.ts'
import { svgProducer } from './pipelines/svg.ts'
import { videoProducer } from './pipelines/video.ts'
import { pageSteps, type PageSteps } from './pipelines/page.ts'
import { stagesIn, type Step } from './pipeline.ts'
import type { Producer } from './producer.ts'
import type { Stage } from './stage.ts'
import { hasWatermark } from './watermark/source.ts'

/** The plan of a render: the page is settled once, then each producer makes its outputs from it. */
export interface Plan {
  /** The steps on the page; a list that the outputs do not need is empty. */
  steps: PageSteps
  mainProducer: Producer
  /** Producers that read the page before it may be replaced by its article. */
  dataProducers: readonly Producer[]
  /** Producers of side files. They read the page before the main one changes it for a capture. */
  sideProducers: readonly Producer[]
  /** The steps that ask a language model; empty without a question. */
  modelSteps: ModelSteps
}

/** The options for which data is read from the page. */
const DATA_OPTIONS = [
  ...METADATA_OPTIONS,
  'save_headers',
  'save_http_headers',
  'save_cookies',
  'save_resource_info',
  'custom_data_variable',
] as const

type PlanOptions = Pick<
  RenderOptions,
  | 'format'
  | 'watermark'
  | 'watermark_url'
  | 'save_html'
  | 'save_mhtml'
  | 'save_markdown'
  | (typeof DATA_OPTIONS)[number]
>

/** The producers that read the markup. */
const READERS: ReadonlySet<Producer> = new Set([dataProducer, ...Object.values(documentProducers)])

const NO_MODEL: ModelSteps = { onPage: [], afterOutputs: [] }

export const plan = reads(
  {
    name: 'plan',
    owns: ['format', 'save_html', 'save_mhtml', 'save_markdown', 'use_llm'],
    borrows: ['media', 'watermark', 'watermark_url', ...DATA_OPTIONS],
  },
  (options): Plan => {
    const mainProducer = mainProducerFor(options)
    const sideProducers = sideProducersFor(options).filter((producer) => producer !== mainProducer)
    const dataProducers = DATA_OPTIONS.some((option) => options[option]) ? [dataProducer] : []
    const isPrinted = options.format === 'pdf' && options.media === 'print'
    const producers = [mainProducer, ...sideProducers, ...dataProducers]
    return {
      steps: {
        ...pageSteps,
        ...(!producers.some((each) => READERS.has(each)) && { beforeReading: [] }),
        ...(!isPrinted && { showScreenMedia: [], restorePrintMedia: [] }),
      },
      dataProducers,
      mainProducer,
      sideProducers,
      modelSteps: options.use_llm ? modelSteps : NO_MODEL,
    }
  },
)

function mainProducerFor({ format, ...options }: PlanOptions): Producer {
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
    case 'mp4':
    case 'webm':
      return videoProducer
    case 'html':
    case 'mhtml':
    case 'md':
      return documentProducers[format]
    default:
      return format satisfies never
  }
}

function sideProducersFor(options: PlanOptions): Producer[] {
  return [
    ...(options.save_html ? [documentProducers.html] : []),
    ...(options.save_mhtml ? [documentProducers.mhtml] : []),
    ...(options.save_markdown ? [documentProducers.md] : []),
  ]
}

const allProducers: readonly Producer[] = [
  ...Object.values(imageProducers),
  pdfProducer,
  svgProducer,
  videoProducer,
  ...Object.values(documentProducers),
  dataProducer,
]

const allSteps: readonly Step<never>[] = [...Object.values(pageSteps), ...Object.values(modelSteps)].flat()

/** Every stage of all plans, each once. */
export const stages: readonly Stage<never>[] = [
  ...new Set([...stagesIn(allSteps), ...allProducers.flatMap((each) => each.stages)]),
]

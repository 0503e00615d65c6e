import type { RenderOptions } from '@render/options'
import { reads } from './option-reader.ts'
import { imageProducers } from './pipelines/image.ts'
import { close, page, read } from './pipelines/page.ts'
import type { PageContext } from './page-context.ts'
import { stagesIn, type Step } from './pipeline.ts'
import type { Producer } from './producer.ts'
import type { Stage } from './stage.ts'
import { hasWatermark } from './watermark/source.ts'

/** The plan of a render: the page is settled once, then each producer makes its outputs from it. */
export interface Plan {
  page: readonly Step<PageContext>[]
  /** The steps before producers that read the page. */
  read: readonly Step<PageContext>[]
  main: Producer
  /** Producers of side files. They read the page before the main one changes it for a capture. */
  beside: readonly Producer[]
  /** The last steps of the page. */
  close: readonly Step<PageContext>[]
}

export const plan = reads(
  { name: 'plan', owns: ['format'], borrows: ['watermark', 'watermark_url'] },
  (options): Plan => ({ page, read, main: mainProducer(options), beside: [], close }),
)

function mainProducer({
  format,
  ...options
}: Pick<RenderOptions, 'format' | 'watermark' | 'watermark_url'>): Producer {
  switch (format) {
    case 'png':
    case 'jpg':
    case 'webp':
    case 'avif':
      return hasWatermark(options) ? imageProducers.marked : imageProducers.plain
    default:
      return format satisfies never
  }
}

/** Every stage of all plans, each once. */
export const stages: readonly Stage<never>[] = [
  ...new Set([
    ...stagesIn(page),
    ...stagesIn(close),
    ...Object.values(imageProducers).flatMap((producer) => producer.stages),
  ]),
]

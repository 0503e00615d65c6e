import { IMAGE_FORMATS, SHOWN_FORMATS } from '@render/outputs'
import type { Draft } from '../resolve/draft.ts'
import { presignedSideFiles } from '../table/presigned.ts'
import { optionOf } from '../table/table.ts'
import { readBox } from '../values/geometry.ts'

/** A rule that sets an option by another one, unless the caller sets it. */
export interface Implication {
  name: string
  apply: (draft: Draft) => void
}

/** Applied in this order: later rules see what earlier ones set. */
export const implications: Implication[] = [
  {
    name: 'html with url uses url as base_url',
    apply({ values: { html, url }, fill }) {
      if (html !== undefined && url) fill({ base_url: url })
    },
  },
  {
    name: 'quality of avif is 50',
    apply({ values: { format }, fill }) {
      if (format === 'avif') fill({ quality: 50 })
    },
  },
  {
    name: 'media is print for pdf, else screen',
    apply({ values: { format }, fill }) {
      fill({ media: format === 'pdf' ? 'print' : 'screen' })
    },
  },
  {
    name: 'full_page and pdf set lazyload',
    apply({ values: { full_page, skip_scroll, format = 'png' }, fill }) {
      const isWhole = format === 'pdf' || (full_page && SHOWN_FORMATS.includes(format))
      if (isWhole && !skip_scroll) fill({ lazyload: true })
    },
  },
  {
    name: 'a clip that ends below the viewport sets lazyload and scroll_height',
    apply({ values, fill }) {
      const { clip, selector, viewport_clip, lazyload, skip_scroll, format = 'png' } = values
      const isCaptured = IMAGE_FORMATS.includes(format) && selector === undefined && !viewport_clip
      if (clip === undefined || !isCaptured || lazyload !== undefined || skip_scroll) return
      const { y, height } = readBox(clip)
      const distance = Math.ceil(y + height - (values.height ?? Number(optionOf('height').default)))
      if (distance > 0) fill({ lazyload: true, scroll_height: distance })
    },
  },
  {
    name: 'full_page in stitch mode sets freeze_fixed',
    apply({ values: { full_page, full_page_mode }, fill }) {
      if (full_page) fill({ freeze_fixed: full_page_mode !== 'native' })
    },
  },
  {
    name: 'md_preset sets md_preprocess',
    apply({ values: { md_preset }, imply }) {
      if (md_preset !== undefined) imply('md_preset', { md_preprocess: true })
    },
  },
  {
    name: 'parts of the metadata set metadata',
    apply({ values, imply }) {
      for (const name of METADATA_PARTS) if (values[name]) imply(name, { metadata: true })
    },
  },
  {
    name: 'presigned URL of a side file sets its save option',
    apply({ values, imply }) {
      for (const { address, file } of presignedSideFiles)
        if (values[address]) imply(address, { [file]: true })
    },
  },
  {
    name: 'video_scroll_to sets video_scroll',
    apply({ values: { video_scroll_to }, imply }) {
      if (video_scroll_to) imply('video_scroll_to', { video_scroll: true })
    },
  },
  {
    name: 'video_scroll sets video_warmup',
    apply({ values: { video_scroll, skip_scroll }, fill }) {
      if (video_scroll) fill({ video_warmup: !skip_scroll })
    },
  },
  {
    name: 'video_scroll_back_duration is video_scroll_duration',
    apply({ values: { video_scroll_duration }, fill }) {
      if (video_scroll_duration !== undefined) fill({ video_scroll_back_duration: video_scroll_duration })
    },
  },
  {
    name: 'video_codec follows from format',
    apply({ values: { format }, fill }) {
      if (format === 'mp4') fill({ video_codec: 'h264' })
      if (format === 'webm') fill({ video_codec: 'vp9' })
    },
  },
  {
    name: 'video_quality follows from video_codec',
    apply({ values: { video_codec }, fill }) {
      if (video_codec) fill({ video_quality: { h264: 23, vp9: 31, vp8: 10 }[video_codec] })
    },
  },
  {
    name: 'retry_with sets retry_on',
    apply({ values: { retry_with }, fill }) {
      if (retry_with && retry_with.length > 0) fill({ retry_on: ['all'] })
    },
  },
  {
    name: 'llm_schema sets llm_output',
    apply({ values: { llm_schema }, fill }) {
      if (llm_schema !== undefined) fill({ llm_output: 'object' })
    },
  },
]

/** The options that add parts to the metadata. */
export const METADATA_PARTS = [
  'save_metadata',
  'save_links',
  'save_headings',
  'save_tables',
  'save_structured_data',
] as const

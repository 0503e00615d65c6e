import type { Draft } from '../draft.ts'

/** A value that follows from another option unless the caller says otherwise. */
export interface Implication {
  name: string
  apply: (draft: Draft) => void
}

/** In the order in which they are applied: later ones see what earlier ones set. */
export const implications: Implication[] = [
  {
    name: 'supplied markup counts as coming from the address given with it',
    apply({ values: { html, url }, fill }) {
      if (html !== undefined && url) fill({ base_url: url })
    },
  },
  {
    name: 'avif looks as good at 50 as the others at 80',
    apply({ values: { format }, fill }) {
      if (format === 'avif') fill({ quality: 50 })
    },
  },
  {
    name: 'paper is printed, everything else is shown on a screen',
    apply({ values: { format }, fill }) {
      fill({ media: format === 'pdf' ? 'print' : 'screen' })
    },
  },
  {
    name: 'a full page is scrolled through first',
    apply({ values: { full_page, skip_scroll }, fill }) {
      if (full_page && !skip_scroll) fill({ lazyload: true })
    },
  },
  {
    name: 'fixed elements are shown once where sections are joined',
    apply({ values: { full_page, full_page_mode }, fill }) {
      if (full_page) fill({ freeze_fixed: full_page_mode !== 'native' })
    },
  },
  {
    name: 'naming how much to clean up cleans up',
    apply({ values: { md_preset }, imply }) {
      if (md_preset !== undefined) imply('md_preset', { md_preprocess: true })
    },
  },
  {
    name: 'parts of the metadata and its file bring the metadata',
    apply({ values, imply }) {
      for (const name of METADATA_PARTS) if (values[name]) imply(name, { metadata: true })
    },
  },
  {
    name: 'an address for a side file brings the file',
    apply({ values, imply }) {
      for (const [address, file] of UPLOADS) if (values[address]) imply(address, { [file]: true })
    },
  },
  {
    name: 'places to go to make a video scroll',
    apply({ values: { video_scroll_to }, imply }) {
      if (video_scroll_to) imply('video_scroll_to', { video_scroll: true })
    },
  },
  {
    name: 'a video that scrolls is scrolled through first',
    apply({ values: { video_scroll, skip_scroll }, fill }) {
      if (video_scroll) fill({ video_warmup: !skip_scroll })
    },
  },
  {
    name: 'the way back takes as long as the way',
    apply({ values: { video_scroll_duration }, fill }) {
      if (video_scroll_duration !== undefined) fill({ video_scroll_back_duration: video_scroll_duration })
    },
  },
  {
    name: 'the last movement has the curve of all',
    apply({ values: { video_ease }, fill }) {
      if (video_ease) fill({ video_ease_end: video_ease })
    },
  },
  {
    name: 'each kind of video has its usual codec',
    apply({ values: { format }, fill }) {
      if (format === 'mp4') fill({ video_codec: 'h264' })
      if (format === 'webm') fill({ video_codec: 'vp9' })
    },
  },
  {
    name: 'changes for new attempts ask for new attempts',
    apply({ values: { retry_with }, fill }) {
      if (retry_with && retry_with.length > 0) fill({ retry_on: ['all'] })
    },
  },
  {
    name: 'a schema asks for an object',
    apply({ values: { llm_schema }, fill }) {
      if (llm_schema !== undefined) fill({ llm_output: 'object' })
    },
  },
]

const METADATA_PARTS = [
  'save_metadata',
  'save_links',
  'save_headings',
  'save_tables',
  'save_structured_data',
] as const

const UPLOADS = [
  ['s3_presigned_url_html', 'save_html'],
  ['s3_presigned_url_mhtml', 'save_mhtml'],
  ['s3_presigned_url_markdown', 'save_markdown'],
  ['s3_presigned_url_metadata', 'save_metadata'],
  ['s3_presigned_url_resource_info', 'save_resource_info'],
] as const

import { describe, expect, test } from '@jest/globals'
import { draftOf } from '../draft.ts'
import type { GivenOptions } from '../table.ts'
import { implications } from './implications.ts'

/** By rule: what is given, what follows from it; nothing follows when the second is empty. */
const cases: Record<string, [GivenOptions, GivenOptions][]> = {
  'supplied markup counts as coming from the address given with it': [
    [{ html: '', url: 'https://a/' }, { base_url: 'https://a/' }],
    [{ html: '', url: 'https://a/', base_url: 'https://b/' }, {}],
    [{ url: 'https://a/' }, {}],
  ],
  'avif looks as good at 50 as the others at 80': [
    [{ format: 'avif' }, { quality: 50 }],
    [{ format: 'avif', quality: 80 }, {}],
    [{ format: 'webp' }, {}],
  ],
  'paper is printed, everything else is shown on a screen': [
    [{ format: 'pdf' }, { media: 'print' }],
    [{}, { media: 'screen' }],
    [{ format: 'pdf', media: 'screen' }, {}],
  ],
  'a full page is scrolled through first': [
    [{ full_page: true }, { lazyload: true }],
    [{ full_page: true, skip_scroll: true }, {}],
    [{ full_page: true, lazyload: false }, {}],
  ],
  'fixed elements are shown once where sections are joined': [
    [{ full_page: true }, { freeze_fixed: true }],
    [{ full_page: true, full_page_mode: 'native' }, { freeze_fixed: false }],
    [{ full_page: true, freeze_fixed: false }, {}],
    [{}, {}],
  ],
  'naming how much to clean up cleans up': [
    [{ md_preset: 'Minimal' }, { md_preprocess: true }],
    [{ md_preset: 'Minimal', md_preprocess: false }, {}],
  ],
  'parts of the metadata and its file bring the metadata': [
    [{ save_links: true }, { metadata: true }],
    [{ save_metadata: true }, { metadata: true }],
    [{ save_links: false }, {}],
  ],
  'an address for a side file brings the file': [
    [{ s3_presigned_url_html: 'https://a/' }, { save_html: true }],
    [{ s3_presigned_url_mhtml: 'https://a/' }, { save_mhtml: true }],
    [{ s3_presigned_url_markdown: 'https://a/' }, { save_markdown: true }],
    [{ s3_presigned_url_metadata: 'https://a/' }, { save_metadata: true }],
    [{ s3_presigned_url_resource_info: 'https://a/' }, { save_resource_info: true }],
    [{ s3_presigned_url: 'https://a/' }, {}],
  ],
  'places to go to make a video scroll': [
    [{ video_scroll_to: [{ wait: 5 }] }, { video_scroll: true }],
    [{ video_scroll_to: [{ wait: 5 }], video_scroll: false }, {}],
  ],
  'a video that scrolls is scrolled through first': [
    [{ video_scroll: true }, { video_warmup: true }],
    [{ video_scroll: true, skip_scroll: true }, { video_warmup: false }],
    [{ video_scroll: true, video_warmup: false }, {}],
  ],
  'the way back takes as long as the way': [
    [{ video_scroll_duration: 0 }, { video_scroll_back_duration: 0 }],
    [{ video_scroll_duration: 5, video_scroll_back_duration: 6 }, {}],
  ],
  'the last movement has the curve of all': [
    [{ video_ease: 'back.in' }, { video_ease_end: 'back.in' }],
    [{ video_ease: 'back.in', video_ease_end: 'cubic.in' }, {}],
  ],
  'each kind of video has its usual codec': [
    [{ format: 'mp4' }, { video_codec: 'h264' }],
    [{ format: 'webm' }, { video_codec: 'vp9' }],
    [{ format: 'webm', video_codec: 'vp8' }, {}],
    [{}, {}],
  ],
  'changes for new attempts ask for new attempts': [
    [{ retry_with: [{ width: 5 }] }, { retry_on: ['all'] }],
    [{ retry_with: [{ width: 5 }], retry_on: ['5xx'] }, {}],
    [{ retry_with: [] }, {}],
  ],
  'a schema asks for an object': [
    [{ llm_schema: { type: 'object' } }, { llm_output: 'object' }],
    [{ llm_schema: ['a'], llm_output: 'enum' }, {}],
  ],
}

describe('what follows from an option', () => {
  test('has a case here', () => {
    expect(Object.keys(cases)).toEqual(implications.map(({ name }) => name))
  })

  const flat = Object.entries(cases).flatMap(([name, each]) => each.map((one) => [name, ...one] as const))
  test.each(flat)('%s: %j', (name, given, implied) => {
    const draft = draftOf([given])
    implications.find((each) => each.name === name)!.apply(draft)
    expect(draft.values).toEqual({ ...given, ...implied })
  })
})

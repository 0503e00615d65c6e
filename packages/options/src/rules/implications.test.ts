import { describe, expect, test } from '@jest/globals'
import { draftOf } from '../resolve/draft.ts'
import type { GivenOptions } from '../table/table.ts'
import { implications } from './implications.ts'

/** By rule: pairs of given options and the options that they imply; `{}` when they imply nothing. */
const cases: Record<string, [GivenOptions, GivenOptions][]> = {
  'html with url uses url as base_url': [
    [{ html: '', url: 'https://a/' }, { base_url: 'https://a/' }],
    [{ html: '', url: 'https://a/', base_url: 'https://b/' }, {}],
    [{ url: 'https://a/' }, {}],
  ],
  'quality of avif is 50': [
    [{ format: 'avif' }, { quality: 50 }],
    [{ format: 'avif', quality: 80 }, {}],
    [{ format: 'webp' }, {}],
  ],
  'media is print for pdf, else screen': [
    [{ format: 'pdf' }, { media: 'print' }],
    [{}, { media: 'screen' }],
    [{ format: 'pdf', media: 'screen' }, {}],
  ],
  'full_page and pdf set lazyload': [
    [{ full_page: true }, { lazyload: true }],
    [{ format: 'pdf' }, { lazyload: true }],
    [{ format: 'html', full_page: true }, {}],
    [{ format: 'mp4', full_page: true }, { lazyload: true }],
    [{ format: 'mp4' }, {}],
    [{ full_page: true, skip_scroll: true }, {}],
    [{ full_page: true, lazyload: false }, {}],
  ],
  'a clip that ends below the viewport sets lazyload and scroll_height': [
    [{ clip: '0,500,100,524' }, {}],
    [{ clip: '0,500,100,525.5' }, { lazyload: true, scroll_height: 2 }],
    [{ clip: '0,500,100,525', height: 1100 }, {}],
    [{ clip: '0,500,100,525', scroll_height: 9 }, { lazyload: true }],
    [{ clip: '0,500,100,525', lazyload: true }, {}],
    [{ clip: '0,500,100,525', skip_scroll: true }, {}],
    [{ clip: '0,500,100,525', selector: 'b' }, {}],
    [{ clip: '0,500,100,525', viewport_clip: true }, {}],
    [{ clip: '0,500,100,525', format: 'pdf' }, {}],
  ],
  'full_page in stitch mode sets freeze_fixed': [
    [{ full_page: true }, { freeze_fixed: true }],
    [{ full_page: true, full_page_mode: 'native' }, { freeze_fixed: false }],
    [{ full_page: true, freeze_fixed: false }, {}],
    [{}, {}],
  ],
  'md_preset sets md_preprocess': [
    [{ md_preset: 'Minimal' }, { md_preprocess: true }],
    [{ md_preset: 'Minimal', md_preprocess: false }, {}],
  ],
  'parts of the metadata set metadata': [
    [{ save_links: true }, { metadata: true }],
    [{ save_metadata: true }, { metadata: true }],
    [{ save_links: false }, {}],
  ],
  'presigned URL of a side file sets its save option': [
    [{ s3_presigned_url_html: 'https://a/' }, { save_html: true }],
    [{ s3_presigned_url_mhtml: 'https://a/' }, { save_mhtml: true }],
    [{ s3_presigned_url_markdown: 'https://a/' }, { save_markdown: true }],
    [{ s3_presigned_url_metadata: 'https://a/' }, { save_metadata: true }],
    [{ s3_presigned_url_resource_info: 'https://a/' }, { save_resource_info: true }],
    [{ s3_presigned_url: 'https://a/' }, {}],
  ],
  'video_scroll_to sets video_scroll': [
    [{ video_scroll_to: [{ wait: 5 }] }, { video_scroll: true }],
    [{ video_scroll_to: [{ wait: 5 }], video_scroll: false }, {}],
  ],
  'video_scroll sets video_warmup': [
    [{ video_scroll: true }, { video_warmup: true }],
    [{ video_scroll: true, skip_scroll: true }, { video_warmup: false }],
    [{ video_scroll: true, video_warmup: false }, {}],
  ],
  'video_scroll_back_duration is video_scroll_duration': [
    [{ video_scroll_duration: 0 }, { video_scroll_back_duration: 0 }],
    [{ video_scroll_duration: 5, video_scroll_back_duration: 6 }, {}],
  ],
  'video_codec follows from format': [
    [{ format: 'mp4' }, { video_codec: 'h264' }],
    [{ format: 'webm' }, { video_codec: 'vp9' }],
    [{ format: 'webm', video_codec: 'vp8' }, {}],
    [{}, {}],
  ],
  'video_quality follows from video_codec': [
    [{ video_codec: 'h264' }, { video_quality: 23 }],
    [{ video_codec: 'vp9' }, { video_quality: 31 }],
    [{ video_codec: 'vp8' }, { video_quality: 10 }],
    [{ video_codec: 'vp8', video_quality: 5 }, {}],
    [{}, {}],
  ],
  'retry_with sets retry_on': [
    [{ retry_with: [{ width: 5 }] }, { retry_on: ['all'] }],
    [{ retry_with: [{ width: 5 }], retry_on: ['5xx'] }, {}],
    [{ retry_with: [] }, {}],
  ],
  'llm_schema sets llm_output': [
    [{ llm_schema: { type: 'object' } }, { llm_output: 'object' }],
    [{ llm_schema: ['a'], llm_output: 'enum' }, {}],
  ],
}

describe('implications', () => {
  test('each have a case here', () => {
    expect(Object.keys(cases)).toEqual(implications.map(({ name }) => name))
  })

  const flat = Object.entries(cases).flatMap(([name, each]) => each.map((one) => [name, ...one] as const))
  test.each(flat)('%s: %j', (name, given, implied) => {
    const draft = draftOf([given])
    implications.find((each) => each.name === name)!.apply(draft)
    expect(draft.values).toEqual({ ...given, ...implied })
  })
})

import { expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { parseOptions, resolveOptions } from '@render/options'

/** Bodies that name a wrong value of an option for pictures, and the options that the error names. */
const refused: Record<string, [options: object, ...named: string[]][]> = {
  'no box': [
    [{ clip: '0,0,10' }, 'clip'],
    [{ clip: 'a,b,c,d' }, 'clip'],
    [{ clip: '-1,0,10,10' }, 'clip'],
    [{ clip: '0,0,0,10' }, 'clip'],
    [{ clip: '0,0,10,0' }, 'clip'],
  ],
  'a size of zero or less': [
    [{ width: 0 }, 'width'],
    [{ width: -1 }, 'width'],
    [{ height: 0 }, 'height'],
    [{ height: -1 }, 'height'],
    [{ dpr: 0 }, 'dpr'],
    [{ dpr: -1 }, 'dpr'],
    [{ max_height: 0 }, 'max_height'],
    [{ max_width: -1 }, 'max_width'],
    [{ crop_width: 0 }, 'crop_width'],
    [{ thumb_width: 0 }, 'thumb_width'],
    [{ thumb_height: -1 }, 'thumb_height'],
    [{ img_pad: -1 }, 'img_pad'],
    [{ scroll_to: -1 }, 'scroll_to'],
    [{ full_page: true, scroll_increment: 0 }, 'scroll_increment'],
    [{ full_page: true, max_sections: 0 }, 'max_sections'],
    [{ full_page: true, max_section_height: 0 }, 'max_section_height'],
    [{ full_page: true, full_page_slices: true, full_page_slice_height: 0 }, 'full_page_slice_height'],
    [{ thumbnails: [{ width: 0 }] }, 'thumbnails'],
    [{ thumbnails: [{ size: '0x5' }] }, 'thumbnails'],
    [{ thumbnails: [{}] }, 'thumbnails'],
  ],
  'no colour': [
    [{ bg_color: 'nope' }, 'bg_color'],
    [{ bg_color: 'red; } body { display: none' }, 'bg_color'],
    [{ bg_color: 'url(http://127.0.0.1/)' }, 'bg_color'],
    [{ img_bg: '#12' }, 'img_bg'],
    [{ auto_crop: true, auto_crop_bg: 'nope' }, 'auto_crop_bg'],
    [{ highlight: 'x', highlightfg: 'nope' }, 'highlightfg'],
    [{ highlight: 'x', highlightbg: 'nope' }, 'highlightbg'],
    [{ watermark: 'x', watermark_bgcolor: 'nope' }, 'watermark_bgcolor'],
    [{ thumbnails: [{ width: 5, bg: 'nope' }] }, 'thumbnails'],
  ],
  'an unknown name': [
    [{ format: 'bmp' }, 'format'],
    [{ thumb_width: 5, img_fit: 'crop' }, 'img_fit'],
    [{ thumb_width: 5, img_position: 'nowhere' }, 'img_position'],
    [{ watermark: true, blend_mode: 'nope' }, 'blend_mode'],
    [{ watermark: true, watermark_position: 'nowhere' }, 'watermark_position'],
    [{ wrap: 'toaster' }, 'wrap'],
    [{ color_profile: 'cmyk' }, 'color_profile'],
    [{ media: 'tv' }, 'media'],
    [{ full_page: true, full_page_mode: 'sideways' }, 'full_page_mode'],
    [{ thumbnails: [{ preset: 'xxl' }] }, 'thumbnails'],
    [{ thumbnails: [{ width: 5, fit: 'crop' }] }, 'thumbnails'],
  ],
  'a number out of its range': [
    [{ quality: 0 }, 'quality'],
    [{ quality: 101 }, 'quality'],
    [{ dpr: 100 }, 'dpr'],
    [{ auto_crop: true, auto_crop_threshold: 256 }, 'auto_crop_threshold'],
    [{ watermark: true, watermark_opacity: 2 }, 'watermark_opacity'],
  ],
  'slices that do not advance, or without full_page': [
    [{ full_page_slices: true }, 'full_page_slices'],
    [
      {
        full_page: true,
        full_page_slices: true,
        full_page_slice_height: 200,
        full_page_slice_overlap_height: 150,
      },
      'full_page_slice_overlap_height',
    ],
  ],
}

/** Returns what differs from a refusal that names exactly these options; undefined if nothing does. */
function offence(options: object, named: string[]): string | undefined {
  try {
    resolveOptions(parseOptions({ html: 'x', width: 400, height: 300, ...options }).options)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const { code, message, details = [] } = error
    const found = [code, ...details.map(({ option }) => option)].join()
    if (found !== ['InvalidOptions', ...named].join()) return found
    return named.every((name) => message.includes(name)) ? undefined : message
  }
}

test.each(Object.entries(refused))('refuses %s and names the option', (_, cases) => {
  const offenders = cases.map(([options, ...named]) => ({ options, offence: offence(options, named) }))
  expect(offenders.filter((each) => each.offence !== undefined)).toEqual([])
})

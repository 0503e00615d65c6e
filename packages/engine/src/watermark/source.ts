import type { RenderOptions } from '@render/options'

/** The source of a watermark: a text, or the picture at the address that an option names. */
export type Source = { text: string } | { address: string; option: 'watermark' | 'watermark_url' }

/** Returns the source of the watermark; undefined when the options request none. */
export function sourceOf(
  { watermark, watermark_url: url }: Pick<RenderOptions, 'watermark' | 'watermark_url'>,
  serviceMark: string,
): Source | undefined {
  if (typeof watermark === 'object')
    return 'text' in watermark ? watermark : { ...watermark, option: 'watermark' }
  if (url !== undefined) return { address: url, option: 'watermark_url' }
  return watermark ? { address: serviceMark, option: 'watermark' } : undefined
}

export function hasWatermark(options: Pick<RenderOptions, 'watermark' | 'watermark_url'>): boolean {
  return sourceOf(options, '') !== undefined
}

import type { RenderOptions } from '@render/options'

/** What a watermark is made of: a text, or the picture at an address that an option asks for. */
export type Source = { text: string } | { address: string; option: 'watermark' | 'watermark_url' }

const ADDRESS = /^(?:https?:\/\/|data:image\/)/i

/** What the options ask for; undefined for no watermark. */
export function sourceOf(
  { watermark, watermark_url: url }: Pick<RenderOptions, 'watermark' | 'watermark_url'>,
  serviceMark: string,
): Source | undefined {
  if (typeof watermark === 'string' && !ADDRESS.test(watermark)) return { text: watermark }
  if (typeof watermark === 'string') return { address: watermark, option: 'watermark' }
  if (url !== undefined) return { address: url, option: 'watermark_url' }
  return watermark ? { address: serviceMark, option: 'watermark' } : undefined
}

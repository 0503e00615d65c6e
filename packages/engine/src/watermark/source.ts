import type { RenderOptions } from '@render/options'
import { SERVICE_MARK } from './service-mark.ts'

/** What a watermark is made of: a text, or the picture at an address that an option asks for. */
export type Source = { text: string } | { address: string; option: 'watermark' | 'watermark_url' }

const ADDRESS = /^(?:https?:\/\/|data:image\/)/i

/** What the options ask for; undefined for no watermark. */
export function sourceOf(options: Pick<RenderOptions, 'watermark' | 'watermark_url'>): Source | undefined {
  const { watermark, watermark_url: url } = options
  if (typeof watermark === 'string' && !ADDRESS.test(watermark)) return { text: watermark }
  if (typeof watermark === 'string') return { address: watermark, option: 'watermark' }
  if (url !== undefined) return { address: url, option: 'watermark_url' }
  return watermark ? { address: SERVICE_MARK, option: 'watermark' } : undefined
}

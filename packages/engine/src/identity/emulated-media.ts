import type { RenderOptions } from '@render/options'
import type { EmulatedMedia } from '../browser/opened-page.ts'

/** Returns what style sheets see: a media type, and what the visitor prefers. */
export function emulatedMedia(
  media: EmulatedMedia['media'],
  { dark_mode, reduced_motion }: Pick<RenderOptions, 'dark_mode' | 'reduced_motion'>,
): EmulatedMedia {
  return {
    media,
    colorScheme: dark_mode ? 'dark' : 'light',
    reducedMotion: reduced_motion ? 'reduce' : 'no-preference',
  }
}

import type { Format } from '@render/outputs'
import { stage } from '../../stage.ts'

const PRINTED: ReadonlySet<Format> = new Set(['pdf', 'svg'])

/** Sets media type, colour scheme and reduced motion; the defaults are screen, light and motion. */
export const emulateMedia = stage({
  name: 'emulate-media',
  phase: 'hooks',
  owns: ['dark_mode', 'reduced_motion', 'media'],
  borrows: ['format'],
  async run({ tab }, { dark_mode, reduced_motion, media = 'screen', format }) {
    // A print uses print media unless another type is emulated.
    if (!dark_mode && !reduced_motion && media === 'screen' && !PRINTED.has(format)) return
    await tab.emulateMedia({
      media,
      colorScheme: dark_mode ? 'dark' : 'light',
      reducedMotion: reduced_motion ? 'reduce' : 'no-preference',
    })
  },
})

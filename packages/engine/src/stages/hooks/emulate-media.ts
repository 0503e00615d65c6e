import type { Format } from '@render/outputs'
import { emulatedMedia } from '../../identity/emulated-media.ts'
import { stage } from '../../stage.ts'

const PRINTED: ReadonlySet<Format> = new Set(['pdf', 'svg'])

/** Sets media type, colour scheme and reduced motion; the defaults are screen, light and motion. */
export const emulateMedia = stage({
  name: 'emulate-media',
  phase: 'hooks',
  owns: ['dark_mode', 'reduced_motion', 'media'],
  direct: true,
  borrows: ['format'],
  async run({ tab }, { media = 'screen', format, ...preferred }) {
    const isUsual = !preferred.dark_mode && !preferred.reduced_motion && media === 'screen'
    // A print uses print media unless another type is emulated.
    if (isUsual && !PRINTED.has(format)) return
    await tab.emulateMedia(emulatedMedia(media, preferred))
  },
})

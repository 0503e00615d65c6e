import type { Format } from '@render/outputs'
import { stage } from '../../stage.ts'

const PRINTED: ReadonlySet<Format> = new Set(['pdf', 'svg'])

/** Sets media type, colour scheme and reduced motion; the defaults are screen, light and motion. */
export const emulateMedia = stage({
  name: 'emulate-media',
  phase: 'hooks',
  owns: ['dark_mode', 'reduced_motion', 'media'],
  borrows: ['format'],
  async run({ tab: { page, session } }, { dark_mode, reduced_motion, media, format }) {
    // A print uses print media unless told otherwise.
    if (!dark_mode && !reduced_motion && media === 'screen' && !PRINTED.has(format)) return
    // Playwright's call reaches frames of other processes too.
    if (dark_mode || reduced_motion || media !== 'screen')
      await page.emulateMedia({
        media,
        colorScheme: dark_mode ? 'dark' : 'light',
        reducedMotion: reduced_motion ? 'reduce' : 'no-preference',
      })
    // A new process reads the media type of each session, and the last one wins.
    await session.send('Emulation.setEmulatedMedia', { media })
  },
})

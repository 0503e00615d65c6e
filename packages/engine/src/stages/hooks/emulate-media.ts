import { stage } from '../../stage.ts'

/** What style sheets are told of how they are shown; every page starts on a screen, light and with motion. */
export const emulateMedia = stage({
  name: 'emulate-media',
  phase: 'hooks',
  owns: ['dark_mode', 'reduced_motion', 'media'],
  async run({ tab: { page, session } }, { dark_mode, reduced_motion, media }) {
    if (!dark_mode && !reduced_motion && media === 'screen') return
    // The library's call, as it reaches frames of other processes too.
    await page.emulateMedia({
      media,
      colorScheme: dark_mode ? 'dark' : 'light',
      reducedMotion: reduced_motion ? 'reduce' : 'no-preference',
    })
    // A new process asks each of our sessions, and the media type of the last one counts.
    await session.send('Emulation.setEmulatedMedia', { media })
  },
})

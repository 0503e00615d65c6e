import { stage } from '../../stage.ts'

/** Shows a page that is to be printed as on a screen, for what is made beside the print. */
export const showOnScreen = stage({
  name: 'show-on-screen',
  phase: 'read',
  borrows: ['dark_mode', 'reduced_motion', 'media'],
  async run({ tab }, { dark_mode, reduced_motion, media }) {
    if (media !== 'print') return
    await tab.emulateMedia({
      media: 'screen',
      colorScheme: dark_mode ? 'dark' : 'light',
      reducedMotion: reduced_motion ? 'reduce' : 'no-preference',
    })
  },
})

import { emulatedMedia } from '../../identity/emulated-media.ts'
import { stage } from '../../stage.ts'

/** Shows a page that is to be printed as on a screen, for what is made beside the print. */
export const showOnScreen = stage({
  name: 'show-on-screen',
  phase: 'read',
  borrows: ['dark_mode', 'reduced_motion'],
  async run({ tab }, options) {
    await tab.emulateMedia(emulatedMedia('screen', options))
  },
})

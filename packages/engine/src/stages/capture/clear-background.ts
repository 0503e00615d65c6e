import { imageStage } from '../../stage.ts'

/** Keeps unpainted parts of the page transparent instead of white; not for jpg, which would show black. */
export const clearBackground = imageStage({
  name: 'clear-background',
  phase: 'capture',
  owns: ['transparent'],
  direct: true,
  borrows: ['format'],
  async run({ page: { tab } }, { transparent, format }) {
    if (!transparent || format === 'jpg') return
    await tab.session.send('Emulation.setDefaultBackgroundColorOverride', {
      color: { r: 0, g: 0, b: 0, a: 0 },
    })
  },
})

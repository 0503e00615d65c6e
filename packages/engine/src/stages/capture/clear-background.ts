import { stage } from '../../stage.ts'

/** What the page leaves bare stays transparent instead of white; jpg has no transparency and would show black. */
export const clearBackground = stage({
  name: 'clear-background',
  phase: 'capture',
  owns: ['transparent'],
  borrows: ['format'],
  async run({ tab: { session } }, { transparent, format }) {
    if (!transparent || format === 'jpg') return
    await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } })
  },
})

import { inEveryFrame } from '../../browser/every-frame.ts'
import { addStyle } from '../../in-page/add-style.ts'
import { endAnimations } from '../../in-page/end-animations.ts'
import { stage } from '../../stage.ts'

/** What begins from now on is over at once. */
const STYLE = `*, ::before, ::after {
  transition-duration: 0s !important; transition-delay: 0s !important;
  animation-duration: 0s !important; animation-delay: 0s !important; caret-color: transparent !important }`

/** Transitions and animations are at their end, and those without an end at their beginning, when the picture is taken. */
export const stopAnimations = stage({
  name: 'stop-animations',
  phase: 'capture',
  owns: ['disable_animations'],
  async run(work, { disable_animations }) {
    if (!disable_animations) return
    await inEveryFrame(work, async (frame) => {
      await frame.evaluate(endAnimations)
      await frame.evaluate(addStyle, STYLE)
    })
  },
})

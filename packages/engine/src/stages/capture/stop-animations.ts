import { callInFrame } from '../../protocol/call-in-page.ts'
import { inEveryFrame } from '../../protocol/frames.ts'
import { addStyle } from '../../in-page/styling/add-style.ts'
import { endAnimations } from '../../in-page/styling/end-animations.ts'
import { awaitFrame } from '../../settling/await-frame.ts'
import { captureStage } from '../../stage.ts'

/** Ends animations at once that begin from now on. */
const STYLE = `*, ::before, ::after {
  transition-duration: 0s !important; transition-delay: 0s !important;
  animation-duration: 0s !important; animation-delay: 0s !important; caret-color: transparent !important }`

/** Moves transitions and animations to their end, infinite ones to their beginning. */
export const stopAnimations = captureStage({
  name: 'stop-animations',
  phase: 'capture',
  owns: ['disable_animations'],
  direct: true,
  async run(ctx, { disable_animations }) {
    if (!disable_animations) return
    await inEveryFrame(ctx.page, async (frame) => {
      await callInFrame(frame, endAnimations)
      await callInFrame(frame, addStyle, STYLE)
    })
    // Scripts may change the page when its animations end.
    if (ctx.page.runsScripts) await awaitFrame(ctx.page)
  },
})

import { callInFrame } from '../../protocol/call-in-page.ts'
import { inEveryFrame } from '../../protocol/frames.ts'
import { addStyle } from '../../in-page/styling/add-style.ts'
import { stage } from '../../stage.ts'

/** Shadow trees inherit the property from their hosts. */
const STYLE = '*, ::before, ::after { font-variant-ligatures: none !important }'

/** Turns ligatures off. */
export const disableLigatures = stage({
  name: 'disable-ligatures',
  phase: 'prepare',
  owns: ['disable_ligatures'],
  direct: true,
  async run(ctx, { disable_ligatures }) {
    if (!disable_ligatures) return
    ctx.addedStyles.add(STYLE)
    await inEveryFrame(ctx, (frame) => callInFrame(frame, addStyle, STYLE))
  },
})

import { inEveryFrame } from '../../browser/every-frame.ts'
import { addStyle } from '../../in-page/add-style.ts'
import { stage } from '../../stage.ts'

/** Shadow trees inherit it from their hosts. */
const STYLE = '*, ::before, ::after { font-variant-ligatures: none !important }'

/** Letters are drawn one by one. */
export const disableLigatures = stage({
  name: 'disable-ligatures',
  phase: 'prepare',
  owns: ['disable_ligatures'],
  async run(work, { disable_ligatures }) {
    if (disable_ligatures) await inEveryFrame(work, (frame) => frame.evaluate(addStyle, STYLE))
  },
})

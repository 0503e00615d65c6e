import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { stage } from '../../stage.ts'

/** Warns when the page cannot ask for its position: browsers give it only to pages of https and of the machine itself. */
export const warnOfInsecureOrigin = stage({
  name: 'warn-of-insecure-origin',
  phase: 'navigate',
  borrows: ['latitude'],
  async run(ctx, { latitude }) {
    if (latitude === undefined || ctx.loadedPdf) return
    const { result } = await evaluateAcrossNavigation(ctx, () => ctx.tab.world.evaluate('isSecureContext'))
    if (result.value === false)
      ctx.warnings.push(
        '"latitude" and "longitude" have no effect: browsers give a position only to https pages; markup needs an https "base_url".',
      )
  },
})

import { stage } from '../../stage.ts'

/** Opens the page in a browser context of its own, with the options that earlier stages collected. */
export const openPage = stage({
  name: 'open-page',
  phase: 'context',
  async run(ctx) {
    const { width, height, ratio } = ctx.viewport
    const shown = { viewport: { width, height }, deviceScaleFactor: ratio }
    ctx.tab = await ctx.openTab({ ...ctx.contextOptions, ...shown, route: ctx.route })
  },
})

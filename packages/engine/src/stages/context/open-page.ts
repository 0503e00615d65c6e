import { isVideo, type Format } from '@render/outputs'
import { stage } from '../../stage.ts'

/** The formats for which no picture of the page is taken. */
const UNDRAWN: ReadonlySet<Format> = new Set(['pdf', 'html', 'mhtml', 'md'])

/** Opens the page in a browser context of its own, with the options that earlier stages collected. */
export const openPage = stage({
  name: 'open-page',
  phase: 'context',
  borrows: ['format'],
  async run(ctx, { format }) {
    const { width, height, ratio } = ctx.viewport
    const shown = { viewport: { width, height }, deviceScaleFactor: ratio }
    const recorded = isVideo(format) && { isRecorded: true as const }
    const undrawn = UNDRAWN.has(format) && { needsNoPicture: true as const }
    ctx.tab = await ctx.openTab({
      ...ctx.contextOptions,
      ...shown,
      route: ctx.route,
      ...recorded,
      ...undrawn,
    })
  },
})

import { isVideo } from '@render/outputs'
import { FORMATS_WITHOUT_PICTURE } from '../../navigation/formats-without-picture.ts'
import { stage } from '../../stage.ts'

/** Opens the page in a browser context of its own, with the options that earlier stages collected. */
export const openPage = stage({
  name: 'open-page',
  phase: 'context',
  borrows: ['format'],
  async run(ctx, { format }) {
    const { width, height, ratio } = ctx.viewport
    const shown = { viewport: { width, height }, deviceScaleFactor: ratio }
    const recorded = isVideo(format) && { isRecorded: true as const }
    const withoutPicture = FORMATS_WITHOUT_PICTURE.has(format) && { needsNoPicture: true as const }
    ctx.tab = await ctx.openTab({
      ...ctx.contextOptions,
      ...shown,
      route: ctx.route,
      ...recorded,
      ...withoutPicture,
    })
  },
})

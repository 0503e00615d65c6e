import { stage } from '../../stage.ts'

/** Opens the page in a context of its own, made as the stages before it asked. */
export const openPage = stage({
  name: 'open-page',
  phase: 'context',
  async run(work) {
    const { width, height, ratio } = work.viewport
    const shown = { viewport: { width, height }, deviceScaleFactor: ratio }
    work.tab = await work.openTab({ ...work.contextOptions, ...shown, route: work.route })
  },
})

import { stage } from '../../stage.ts'

/** Opens the page in a context of its own, made as the stages before it asked. */
export const openPage = stage({
  name: 'open-page',
  phase: 'context',
  async run(work) {
    work.tab = await work.openTab(work.contextOptions)
  },
})

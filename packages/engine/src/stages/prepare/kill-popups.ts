import { askDocument } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { allElements } from '../../in-page/all-elements.ts'
import { removePopups } from '../../in-page/remove-popups.ts'
import { unlockScroll } from '../../in-page/unlock-scroll.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

/** Takes away what lies over the page once it is loaded. */
export const killPopups = stage({
  name: 'kill-popups',
  phase: 'prepare',
  owns: ['kill_popups'],
  run: (work, { kill_popups }) => (kill_popups ? kill(work) : undefined),
})

/** And what came over it later, such as on scrolling. */
export const killLatePopups = stage({
  name: 'kill-late-popups',
  phase: 'guard',
  borrows: ['kill_popups'],
  run: (work, { kill_popups }) => (kill_popups ? kill(work) : undefined),
})

async function kill(work: Work): Promise<void> {
  await askDocument(work, () =>
    callInPage(work.tab.session, removePopups, undefined, allElements, unlockScroll),
  )
}

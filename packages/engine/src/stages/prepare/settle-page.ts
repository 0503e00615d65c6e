import { setTimeout as sleep } from 'node:timers/promises'
import { askWithin } from '../../browser/ask-document.ts'
import { LATE } from '../../browser/spend-patience.ts'
import { BOUND_MS, createJudge, type Reason } from '../../settling/judge.ts'
import { createObserver } from '../../settling/observe.ts'
import { stage } from '../../stage.ts'
import type { Area } from '../../work.ts'

const PAUSE_MS = 20

/** Waits until nothing is under way that would change the picture, as `settling/judge.ts` says; tells what that was. */
export const settlePage = stage({
  name: 'settle-page',
  phase: 'prepare',
  owns: ['skip_final_delay'],
  borrows: ['selector', 'clip', 'full_page', 'disable_js'],
  async run(work, { selector, clip, full_page, disable_js }) {
    const { tab, traffic, signal } = work
    if (!traffic) return undefined
    const captured = { selector, clip: clip ? boxOf(clip) : undefined, isWhole: full_page }
    const observe = createObserver(tab.session, traffic, { captured, hasCode: !disable_js })
    const judge = createJudge()
    const waitedFor = new Set<Reason>()
    for (let leftMs = BOUND_MS; leftMs > 0;) {
      const observation = await askWithin(work, observe, leftMs)
      // Too busy to be observed: the capture will tell.
      if (observation === LATE) break
      const reasons = judge(observation)
      if (reasons.length === 0) break
      for (const reason of reasons) waitedFor.add(reason)
      await sleep(PAUSE_MS, undefined, { signal })
      leftMs = BOUND_MS - observation.atMs - PAUSE_MS
    }
    return { waitedFor: [...waitedFor] }
  },
})

function boxOf(clip: string): Area {
  const [x, y, width, height] = clip.split(',').map(Number) as [number, number, number, number]
  return { x, y, width, height }
}

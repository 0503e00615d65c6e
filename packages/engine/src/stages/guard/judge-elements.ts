import { countElements, named } from '../../browser/match-elements.ts'
import { failedBy } from '../../failed-by.ts'
import { stage } from '../../stage.ts'

/** What is looked for by each option; those that wait have told already. */
const NAMED = ['selector', 'width_from', 'height_from'] as const
const AWAITED = ['wait_for', 'wait_for_x']
const LEAVING = ['wait_to_leave', 'wait_to_leave_x']

/** Fails where an element is missing that was asked for, or one is there that was to leave. */
export const judgeElements = stage({
  name: 'judge-elements',
  phase: 'guard',
  owns: ['fail_if_selector_missing', 'fail_if_selector_present'],
  borrows: NAMED,
  async run(work, { fail_if_selector_missing, fail_if_selector_present, ...options }) {
    if (fail_if_selector_missing) {
      const awaited = AWAITED.find((option) => work.unmet.has(option))
      if (awaited) throw missing(awaited)
      for (const option of NAMED) {
        const text = options[option]
        if (text && (await countElements(work, named(option, text))) === 0) throw missing(option)
      }
    }
    const stayed = LEAVING.find((option) => work.unmet.has(option))
    if (fail_if_selector_present && stayed)
      throw failedBy('fail_if_selector_present', `What "${stayed}" names was still there`)
  },
})

function missing(option: string) {
  return failedBy('fail_if_selector_missing', `Nothing matched "${option}"`)
}

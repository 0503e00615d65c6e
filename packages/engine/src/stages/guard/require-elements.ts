import { countElements, named } from '../../elements/match-elements.ts'
import { failedBy } from '../../failure/failed-by.ts'
import { stage } from '../../stage.ts'

/** Options that name an element; waiting options have recorded their failures already. */
const NAMED = ['selector', 'width_from', 'height_from'] as const
const AWAITED = ['wait_for', 'wait_for_x']
const LEAVING = ['wait_to_leave', 'wait_to_leave_x']

/** Fails when a required element is missing, or an element that had to leave is still there. */
export const requireElements = stage({
  name: 'require-elements',
  phase: 'guard',
  owns: ['fail_if_selector_missing', 'fail_if_selector_present'],
  borrows: NAMED,
  async run(ctx, { fail_if_selector_missing, fail_if_selector_present, ...options }) {
    if (fail_if_selector_missing) {
      const awaited = AWAITED.find((option) => ctx.unmet.has(option))
      if (awaited) throw missing(awaited)
      for (const option of NAMED) {
        const text = options[option]
        if (text && (await countElements(ctx, named(option, text))) === 0) throw missing(option)
      }
    }
    const stayed = LEAVING.find((option) => ctx.unmet.has(option))
    if (fail_if_selector_present && stayed)
      throw failedBy('fail_if_selector_present', `The element of "${stayed}" was still there`)
  },
})

function missing(option: string) {
  return failedBy('fail_if_selector_missing', `No element matched "${option}"`)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { countElements, named, type Named } from '../../browser/match-elements.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

const PAUSE_MS = 50

/** What is waited for where it must be there. */
const NEEDED = ['selector', 'width_from', 'height_from'] as const

/** Waits for elements to be there, then for others to be gone. What does not happen in time is told, and captured. */
export const waitForElements = stage({
  name: 'wait-for-elements',
  phase: 'prepare',
  owns: [
    'wait_for',
    'wait_for_x',
    'wait_for_state',
    'wait_to_leave',
    'wait_to_leave_x',
    'wait_to_leave_state',
    'wait_to_leave_pierce',
    'wait_timeout',
  ],
  borrows: ['fail_if_selector_missing', ...NEEDED],
  async run(work, options) {
    const { wait_for_state, wait_to_leave_state, wait_to_leave_pierce: pierce, wait_timeout } = options
    await waitUntil(work, wait_timeout, selectorsOf(options, ['wait_for', 'wait_for_x']), {
      holds: async (selector) => (await countElements(work, selector, wait_for_state === 'visible')) > 0,
      otherwise: 'was not there',
    })
    if (options.fail_if_selector_missing)
      await waitUntil(work, wait_timeout, selectorsOf(options, [...NEEDED]), {
        holds: async (selector) => (await countElements(work, selector)) > 0,
        otherwise: 'was not there',
      })
    const leaving = selectorsOf(options, ['wait_to_leave', 'wait_to_leave_x'])
    await waitUntil(
      work,
      wait_timeout,
      leaving.map((selector) => ('css' in selector ? { ...selector, pierce } : selector)),
      {
        holds: async (selector) =>
          (await countElements(work, selector, wait_to_leave_state === 'hidden')) === 0,
        otherwise: 'was still there',
      },
    )
  },
})

function selectorsOf<Name extends string>(options: Partial<Record<Name, unknown>>, names: Name[]): Named[] {
  return names.flatMap((name) => {
    const text = options[name]
    return typeof text === 'string' && text !== '' ? [named(name, text)] : []
  })
}

/** Asks again and again until it holds of every selector, all within the time. */
async function waitUntil(
  work: Work,
  timeoutMs: number,
  selectors: Named[],
  { holds, otherwise }: { holds: (selector: Named) => Promise<boolean>; otherwise: string },
): Promise<void> {
  const endsAt = performance.now() + timeoutMs
  for (const selector of selectors) {
    work.unmet.delete(selector.option)
    while (!(await holds(selector))) {
      if (performance.now() >= endsAt) {
        work.unmet.add(selector.option)
        work.warnings.push(`What "${selector.option}" names ${otherwise} after ${timeoutMs} ms.`)
        break
      }
      await sleep(PAUSE_MS, undefined, { signal: work.signal })
    }
  }
}

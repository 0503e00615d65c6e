import { countElements, isMatched, named, type Named } from '../../elements/match-elements.ts'
import { stage } from '../../stage.ts'
import type { PageContext } from '../../page-context.ts'

const PAUSE_MS = 50

/** Options whose elements are waited for when they are required. */
const NEEDED = ['selector', 'width_from', 'height_from'] as const

/** Waits for elements to appear, then for others to leave. After the time limit it warns and goes on. */
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
    'frame_selection_mode',
  ],
  borrows: ['fail_if_selector_missing', ...NEEDED],
  async run(ctx, options) {
    const { wait_for_state, wait_to_leave_state, wait_to_leave_pierce: pierce, wait_timeout } = options
    const { frame_selection_mode: frames } = options
    await waitUntil(ctx, wait_timeout, selectorsOf(options, ['wait_for', 'wait_for_x']), {
      holds: (selector) => isMatched(ctx, selector, frames, wait_for_state === 'visible'),
      otherwise: `no ${wait_for_state === 'visible' ? 'visible ' : ''}element matched within`,
    })
    if (options.fail_if_selector_missing)
      await waitUntil(ctx, wait_timeout, selectorsOf(options, [...NEEDED]), {
        holds: async (selector) => (await countElements(ctx, selector)) > 0,
        otherwise: 'no element matched within',
      })
    const leaving = selectorsOf(options, ['wait_to_leave', 'wait_to_leave_x'])
    await waitUntil(
      ctx,
      wait_timeout,
      leaving.map((selector) => ('css' in selector ? { ...selector, pierce } : selector)),
      {
        holds: async (selector) =>
          !(await isMatched(ctx, selector, frames, wait_to_leave_state === 'hidden')),
        otherwise: `${wait_to_leave_state === 'hidden' ? 'a visible' : 'an'} element still matched after`,
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

/** Polls until the condition holds for every selector, within one time limit for all. */
async function waitUntil(
  ctx: PageContext,
  timeoutMs: number,
  selectors: Named[],
  { holds, otherwise }: { holds: (selector: Named) => Promise<boolean>; otherwise: string },
): Promise<void> {
  const endsAt = ctx.tab.time.now() + timeoutMs
  /** The time limit of the wait counts instead of the page's time budget, unless the page does not answer. */
  const holdsFreely = async (selector: Named): Promise<boolean> => {
    const { timeBudgetMs } = ctx
    const isMet = await holds(selector)
    ctx.timeBudgetMs = timeBudgetMs
    return isMet
  }
  for (const selector of selectors) {
    ctx.unmet.delete(selector.option)
    while (!(await holdsFreely(selector))) {
      if (ctx.tab.time.now() >= endsAt) {
        ctx.unmet.add(selector.option)
        ctx.warnings.push(
          `"${selector.option}": ${otherwise} ${timeoutMs} ms ("wait_timeout"); the render continued.`,
        )
        break
      }
      await ctx.tab.time.sleep(PAUSE_MS, ctx.signal)
    }
  }
}

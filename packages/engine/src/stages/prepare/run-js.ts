import { withinPageTime } from '../../page-time/page-time.ts'
import { isDocumentGone } from '../../protocol/errors.ts'
import { actAndAwaitNavigation } from '../../navigation/act-and-await-navigation.ts'
import { stage } from '../../stage.ts'
import type { PageContext } from '../../page-context.ts'

/** Time budget kept for the page after a script that does not end. */
const KEPT_MS = 2000

/** Runs the caller's script in the page. Warns when it fails or does not end in time. */
export const runJs = stage({
  name: 'run-js',
  phase: 'prepare',
  owns: ['js'],
  direct: true,
  borrows: ['disable_js', 'minidelay', 'wait_until'],
  async run(ctx, { js, disable_js, minidelay, wait_until }) {
    if (!js) return
    if (disable_js) {
      ctx.warnings.push('"js" was not run because "disable_js" is set.')
      return
    }
    await actAndAwaitNavigation(ctx, wait_until, async () => {
      const failure = await run(ctx, js)
      if (failure) ctx.warnings.push(`"js" ${failure}`)
      else if (await isFunction(ctx, js)) ctx.warnings.push(FUNCTION)
      await ctx.tab.time.sleep(minidelay, ctx.signal)
    })
  },
})

const FUNCTION = '"js" has no effect: it is a function that nothing calls. It must be the statements to run.'
const BEGINS_AS_FUNCTION = /^\s*(?:async\s+)?(?:function\b|(?:\([^()]*\)|[\w$]+)\s*=>)/
/** Tries each run of blanks only once, so that long scripts take time linear in their length. */
const END = /(?<![\s;])[\s;]+$/
const TYPE_MS = 1000

/** Returns whether a script is one function and nothing else. */
async function isFunction({ tab: { session, time } }: PageContext, script: string): Promise<boolean> {
  if (!BEGINS_AS_FUNCTION.test(script)) return false
  const expression = `typeof (${script.replace(END, '')}\n)`
  const reading = session
    .send('Runtime.evaluate', { expression, throwOnSideEffect: true })
    .catch(() => undefined)
  const answer = await withinPageTime(time, reading, TYPE_MS, () => undefined)
  return answer?.result.value === 'function'
}

/** Returns what went wrong, if anything. A script that navigates away has succeeded. */
async function run(ctx: PageContext, script: string): Promise<string | undefined> {
  const { timeBudgetMs } = ctx
  const { session, time } = ctx.tab
  const running = session.send('Runtime.evaluate', {
    expression: `(async () => {${script}\n})()`,
    awaitPromise: true,
    userGesture: true,
  })
  const timeMs = Math.max(KEPT_MS, timeBudgetMs - KEPT_MS)
  try {
    const answer = await withinPageTime(time, running, timeMs, () => undefined)
    if (!answer) {
      ctx.timeBudgetMs = Math.min(timeBudgetMs, KEPT_MS)
      return `did not end within ${Math.round(timeMs)} ms.`
    }
    const { exceptionDetails: thrown } = answer
    return thrown && `failed: ${messageOf(thrown).split('\n')[0]}`
  } catch (error) {
    if (!isDocumentGone(error)) throw error
    return undefined
  }
}

interface Thrown {
  text: string
  exception?: { description?: string; value?: unknown }
}

/** Describes a thrown value, which may be any type. */
function messageOf({ text, exception: { description, value } = {} }: Thrown): string {
  return description ?? (typeof value === 'string' ? value : text)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { isDocumentGone } from '../../browser/errors.ts'
import { throughNavigation } from '../../browser/through-navigation.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

/** Of the patience with the page, what is kept for after a script that may not end and keep it from answering. */
const KEPT_MS = 2000

/** Runs the caller's script in the page. One that fails, or does not come to its end in time, is told and left. */
export const runJs = stage({
  name: 'run-js',
  phase: 'prepare',
  owns: ['js'],
  borrows: ['disable_js', 'minidelay'],
  async run(work, { js, disable_js, minidelay }) {
    if (!js) return
    if (disable_js) {
      work.warnings.push('"js" was not run, as "disable_js" is set.')
      return
    }
    await throughNavigation(work, async () => {
      const failure = await run(work, js)
      if (failure) work.warnings.push(`"js" ${failure}`)
      await sleep(minidelay, undefined, { signal: work.signal })
    })
  },
})

/** What went wrong, if anything did. A script that leaves its page is done. */
async function run(work: Work, script: string): Promise<string | undefined> {
  const { patienceMs, signal } = work
  const { session } = work.tab
  const running = session.send('Runtime.evaluate', {
    expression: `(async () => {${script}\n})()`,
    awaitPromise: true,
    userGesture: true,
  })
  const timeMs = Math.max(KEPT_MS, patienceMs - KEPT_MS)
  const late = sleep(timeMs, undefined, { signal })
  try {
    const answer = await Promise.race([running, late])
    if (!answer) {
      work.patienceMs = Math.min(patienceMs, KEPT_MS)
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

/** Anything can be thrown, such as a plain string. */
function messageOf({ text, exception: { description, value } = {} }: Thrown): string {
  return description ?? (typeof value === 'string' ? value : text)
}

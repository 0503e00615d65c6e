import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { askDocument } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { applyTailwindStyles } from '../../in-page/apply-tailwind-styles.ts'
import { stage } from '../../stage.ts'

const PAUSE_MS = 20
const TIMEOUT_MS = 5000

let script: Promise<string> | undefined

/** Adds the build of Tailwind that makes its styles in the browser, and waits until it did. */
export const useTailwind = stage({
  name: 'use-tailwind',
  phase: 'prepare',
  owns: ['use_tailwind'],
  borrows: ['disable_js'],
  async run(work, { use_tailwind, disable_js }) {
    if (!use_tailwind) return
    if (disable_js) {
      work.warnings.push('"use_tailwind" has no effect with "disable_js".')
      return
    }
    const { session } = work.tab
    script ??= readFile(fileURLToPath(import.meta.resolve('@tailwindcss/browser')), 'utf8')
    const expression = await script
    await askDocument(work, () => session.send('Runtime.evaluate', { expression }))
    const endsAt = performance.now() + TIMEOUT_MS
    while (!(await askDocument(work, () => callInPage(session, applyTailwindStyles, undefined)))) {
      if (performance.now() > endsAt) {
        work.warnings.push(`Tailwind made no styles within ${TIMEOUT_MS} ms.`)
        return
      }
      await sleep(PAUSE_MS, undefined, { signal: work.signal })
    }
  },
})

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { applyTailwindStyles, claimTailwind } from '../../in-page/styling/apply-tailwind-styles.ts'
import { stage } from '../../stage.ts'

const PAUSE_MS = 20
const TIMEOUT_MS = 5000

let script: Promise<string> | undefined

/** Adds Tailwind's browser build and waits until it has made its styles. Does nothing in a document that has it from us. */
export const useTailwind = stage({
  name: 'use-tailwind',
  phase: 'prepare',
  owns: ['use_tailwind'],
  direct: true,
  borrows: ['disable_js'],
  async run(ctx, { use_tailwind, disable_js }) {
    if (!use_tailwind) return
    if (disable_js) {
      ctx.warnings.push('"use_tailwind" has no effect with "disable_js".')
      return
    }
    script ??= readFile(fileURLToPath(import.meta.resolve('@tailwindcss/browser')), 'utf8')
    const expression = await script
    const add = async (): Promise<boolean> => {
      if (!(await callInPage(ctx.tab, claimTailwind))) return false
      await ctx.tab.session.send('Runtime.evaluate', { expression })
      return true
    }
    if (!(await evaluateAcrossNavigation(ctx, add))) return
    const endsAt = ctx.tab.time.now() + TIMEOUT_MS
    while (!(await callAcrossNavigation(ctx, applyTailwindStyles))) {
      if (ctx.tab.time.now() > endsAt) {
        ctx.warnings.push(`"use_tailwind" made no styles within ${TIMEOUT_MS} ms.`)
        return
      }
      await ctx.tab.time.sleep(PAUSE_MS, ctx.signal)
    }
  },
})

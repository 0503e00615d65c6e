import type { PageContext } from '../page-context.ts'

/** Notes that a load was given up, and warns of it. The `problem` continues a sentence that begins with "The page". */
export function cutLoadShort(ctx: PageContext, problem: string): void {
  ctx.isLoadCutShort = true
  ctx.warnings.push(`The page ${problem} and was captured unfinished.`)
}

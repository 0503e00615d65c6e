import { articleScript, type ArticleScript } from '@render/readable'
import { IGNORED_SELECTOR, refusedSelector } from '../../elements/refused-selector.ts'
import { findArticle } from '../../in-page/finding/find-article.ts'
import { countLateImages } from '../../in-page/settling/count-late-images.ts'
import type { PageContext } from '../../page-context.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { callInPage, exportsOf } from '../../protocol/call-in-page.ts'
import { evaluateWithTimeout } from '../../protocol/evaluate-across-navigation.ts'
import { TIMED_OUT } from '../../protocol/time-budget.ts'
import { stage } from '../../stage.ts'

/** The longest search for an article, which may take half of what the page has left. */
const SEARCH_MS = 5000
/** The longest wait for the pictures of an article; most of them are in the browser's cache. */
const IMAGES_MS = 2000
const PAUSE_MS = 20

/** Matches the element of the article in the page that replaces the first one. */
const ARTICLE = 'article'

/** Replaces the page by its article, with a plain style sheet. A page without one is left as it is, with a warning. */
export const showArticle = stage({
  name: 'show-article',
  phase: 'read',
  owns: ['readable'],
  borrows: ['selector'],
  async run(ctx, { readable, selector }) {
    if (!readable) return
    const script = exportsOf(await articleScript()) as ArticleScript
    const found = await search(ctx, selector, script)
    if (typeof found === 'string') {
      ctx.warnings.push(`"readable" ${found}, so the page was left as it is.`)
      return
    }
    // A script that goes on would change the article as if it were the page that it knows.
    await ctx.tab.session.send('Emulation.setScriptExecutionDisabled', { value: true })
    ctx.areScriptsOff = true
    const show = (article: ArticleScript) => article.show()
    if (!(await callAcrossNavigation(ctx, show, script))) {
      ctx.warnings.push('"readable" had no effect: another page replaced the one with the article.')
      return
    }
    ctx.article = { selector: found.isWithin ? ARTICLE : undefined }
    await awaitImages(ctx)
  },
})

/** Returns whether the article is within the element that the selector matches, or why there is none. */
async function search(
  ctx: PageContext,
  selector: string | undefined,
  script: ArticleScript,
): Promise<{ isWithin: boolean } | string> {
  const request = { selector, hasScripts: ctx.runsScripts }
  const find = () => callInPage(ctx.tab, findArticle, request, script)
  const timeoutMs = Math.min(SEARCH_MS, ctx.timeBudgetMs / 2)
  const found = await evaluateWithTimeout(ctx, find, timeoutMs)
  if (found === TIMED_OUT) {
    await ctx.tab.session.send('Runtime.terminateExecution')
    return `found no article within ${Math.round(timeoutMs)} ms`
  }
  if (found === 'invalid') throw refusedSelector('selector', 'CSS selector')
  if (found?.finding === 'too large') return 'does not read a page of this size'
  if (found?.finding !== 'found') return 'found no article'
  if (found.isMissing) ctx.warnings.push(IGNORED_SELECTOR)
  return { isWithin: selector !== undefined && !found.isMissing }
}

async function awaitImages(ctx: PageContext): Promise<void> {
  const { time } = ctx.tab
  const endsAt = time.now() + Math.min(IMAGES_MS, ctx.timeBudgetMs)
  while (time.now() < endsAt && (await callAcrossNavigation(ctx, countLateImages)))
    await time.sleep(PAUSE_MS, ctx.signal)
}

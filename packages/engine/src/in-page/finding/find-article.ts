// The function here is serialised into the page, so it cannot import values or use closures.
import type { ArticleScript, Finding } from '@render/readable'
import type { allElements } from './all-elements.ts'
import type { findMatches } from './find-matches.ts'

export interface ArticleRequest {
  /** A CSS selector of the element to search; the whole page by default. */
  selector?: string
  /** False when the page shows what is for browsers without scripts. */
  hasScripts: boolean
}

/** Finds the article of the page, or of the first match of a selector. */
export function findArticle(
  { selector, hasScripts }: ArticleRequest,
  script: ArticleScript,
  find: typeof findMatches,
  all: typeof allElements,
): { finding: Finding; isMissing: boolean } | 'invalid' {
  const matches = selector === undefined ? [] : find({ css: selector }, all)
  if (!matches) return 'invalid'
  return {
    finding: script.find(matches[0] as never, hasScripts),
    isMissing: selector !== undefined && !matches[0],
  }
}

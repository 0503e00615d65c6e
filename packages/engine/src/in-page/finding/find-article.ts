// The function here is serialised into the page, so it cannot import values or use closures.
import type { ArticleScript, Finding } from '@render/readable'
import type { allElements } from './all-elements.ts'
import type { findMatches } from './find-matches.ts'

/** Finds the article of the page, or of the first match of a CSS selector. */
export function findArticle(
  selector: string | undefined,
  script: ArticleScript,
  find: typeof findMatches,
  all: typeof allElements,
): { finding: Finding; isMissing: boolean } | 'invalid' {
  const matches = selector === undefined ? [] : find({ css: selector }, all)
  if (!matches) return 'invalid'
  return { finding: script.find(matches[0] as never), isMissing: selector !== undefined && !matches[0] }
}

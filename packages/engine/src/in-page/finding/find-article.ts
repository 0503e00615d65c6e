import type { ArticleScript, Finding } from '@render/readable'
import { findMatches } from './find-matches.ts'

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
): { finding: Finding; isMissing: boolean } | 'invalid' {
  const matches = selector === undefined ? [] : findMatches({ css: selector })
  if (!matches) return 'invalid'
  return {
    finding: script.find(matches[0] as never, hasScripts),
    isMissing: selector !== undefined && !matches[0],
  }
}

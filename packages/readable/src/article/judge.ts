import type { Element } from '../dom.ts'
import { leavesOf, lengthOf, linkShare, proseOf, textOf } from './text.ts'

/** The least text of an article, in letters. */
const LEAST = 140
/** The least text of a page that says that it is an article. */
export const LEAST_SAID = 40
const MAX_LINKS = 0.6
/** This many headings that are links make a list of articles. */
const TEASERS = 5
/** A text of this length is no teaser, however many articles a page lists beside it. */
const SURE = 1000

/** Returns whether what was found is an article: not the words of a form, an application or a list of pages. */
export function isArticle(content: Element, least = LEAST): boolean {
  return sentencesOf(content) >= least && linkShare(content) <= MAX_LINKS && !isIndex(content)
}

/** Returns the length of the blocks that are sentences, or that keep their form. */
function sentencesOf(content: Element): number {
  return leavesOf(content)
    .filter(
      (leaf) =>
        leaf.matches('pre, li, td') ||
        leaf.closest('pre, table, li, dl') !== null ||
        isSentence(textOf(leaf)),
    )
    .reduce((sum, leaf) => sum + lengthOf(textOf(leaf)) * (1 - linkShare(leaf)), 0)
}

function isSentence(text: string): boolean {
  return lengthOf(text) >= 50 || /[.!?:…。！？।؟]["”»')\]]?$/.test(text)
}

/** Returns whether most headings lead to other pages, with little text below each, or in the article that was found. */
export function isIndex(element: Element, article?: Element): boolean {
  const headings = [...element.querySelectorAll('h1, h2, h3, h4')]
  const leading = headings.filter((each) => linkShare(each) > 0.8 || each.closest('a[href]') !== null)
  if (leading.length < TEASERS || leading.length < 0.6 * headings.length) return false
  const text = proseOf(article ?? element)
  return article ? text < Math.min(SURE, 100 * leading.length) : text < 500 * leading.length
}

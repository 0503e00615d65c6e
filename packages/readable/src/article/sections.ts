import type { Element } from '../dom.ts'
import { hasComments } from './comments.ts'
import { ANSWERS, ASKS, bare, ELSEWHERE, SURE_ANSWERS } from './phrases.ts'
import { leavesOf, linkShare, proseOf, textOf } from './text.ts'

const HEADINGS = 'h1, h2, h3, h4, h5, h6'
/** A longer text is no heading of a part that belongs to the site. */
const LONGEST = 90

/** Share of the text below which a part at the end counts as short. */
const MAX_LAST = 0.12
const MAX_LINKED = 0.35
const MAX_ANSWERS = 0.9

/**
 * Removes the parts of a text that its headings show to be the site's: links to other pages, comments, appeals. Because texts
 * have sections with such headings too, a part also has to have links or comments, or to be a short one at the end.
 */
export function removeSections(content: Element): void {
  const whole = Math.max(1, proseOf(content))
  const shareOf = (part: Element[]) => part.reduce((sum, each) => sum + proseOf(each), 0) / whole
  const found = headingsOf(content).flatMap((heading) => siteHeading(heading) ?? [])
  for (const { heading, text, isAnswers } of found) {
    if (!content.contains(heading)) continue
    const part = partOf(heading, content, isAnswers)
    const isSite = isAnswers
      ? isOnly(heading, part) || SURE_ANSWERS.test(text) || hasComments(part, heading)
      : isOnly(heading, part) || isLinked(part)
    if (isSite && shareOf(part) < (isAnswers ? MAX_ANSWERS : MAX_LINKED))
      for (const each of part) each.remove()
  }
  for (const { heading, text, isAnswers } of found.toReversed()) {
    if (isAnswers || !content.contains(heading)) continue
    const part = partOf(heading, content, false)
    if (ELSEWHERE.test(text) && !part.some((each) => each.querySelector('a[href]'))) continue
    const all = leavesOf(content)
    const rest = all.slice(all.findIndex((leaf) => part.some((each) => each.contains(leaf))))
    if (shareOf(rest) < MAX_LAST) for (const each of part) each.remove()
  }
}

interface SiteHeading {
  heading: Element
  text: string
  isAnswers: boolean
}

function siteHeading(heading: Element): SiteHeading | undefined {
  const text = bare(textOf(heading))
  if (text.length === 0 || text.length > LONGEST) return undefined
  const isAnswers = ANSWERS.test(text)
  return isAnswers || ELSEWHERE.test(text) || ASKS.test(text) ? { heading, text, isAnswers } : undefined
}

/** Returns whether most of something below the heading of a part leads elsewhere. */
function isLinked(part: Element[]): boolean {
  const below = part.length > 1 ? part.slice(1) : part
  return below.some((each) => linkShare(each) > 0.3)
}

/** Returns whether a heading has nothing below it. */
function isOnly(heading: Element, part: Element[]): boolean {
  const length = part.reduce((sum, each) => sum + textOf(each).length, 0)
  return length <= textOf(heading).length && !part.some((each) => each.querySelector('img, video, math'))
}

/** Returns headings, and lines that look like one: a short bold line of its own. */
function headingsOf(content: Element): Element[] {
  return [...content.querySelectorAll(`${HEADINGS}, p, div, span, strong, b, summary, dt`)].filter((each) => {
    if (each.matches(HEADINGS)) return true
    const text = textOf(each)
    if (text.length === 0 || text.length > LONGEST || each.querySelector('p, div, ul, ol, img')) return false
    const parent = each.parentElement
    if (each.matches('p, div, summary, dt')) return isFollowedByLinks(each)
    return parent !== null && textOf(parent) === text && isFollowedByLinks(parent)
  })
}

function isFollowedByLinks(line: Element): boolean {
  const next = line.nextElementSibling
  return next !== null && linkShare(next) > 0.5
}

/**
 * Returns a heading with what follows it, or the element that has only these: up to the next heading of its rank, or else to
 * where the text goes on.
 */
function partOf(heading: Element, content: Element, isWhole: boolean): Element[] {
  let first = heading
  while (isOnlyContent(first, content)) first = first.parentElement!
  const rank = heading.matches(HEADINGS) ? Number(heading.localName[1]) : 6
  const part = [first]
  if (first.contains(heading) && first !== heading && proseOf(first) > 0) return part
  for (let next = first.nextElementSibling; next; next = next.nextElementSibling) {
    if (endsPart(next, rank) || (!isWhole && part.length > 1 && isText(next))) break
    part.push(next)
  }
  return part
}

/** A paragraph of at least this length is text. */
const PARAGRAPH = 80

function isText(element: Element): boolean {
  return element.localName === 'p' && textOf(element).length >= PARAGRAPH && linkShare(element) < 0.3
}

/** Returns whether nothing of an element's parent comes before it, and the parent is no more than a box around a part. */
function isOnlyContent(element: Element, content: Element): boolean {
  const parent = element.parentElement
  if (!parent || parent === content || parent.matches('article, main')) return false
  for (let child = parent.firstChild; child && child !== element; child = child.nextSibling)
    if ((child.textContent ?? '').trim() !== '') return false
  return true
}

function endsPart(element: Element, rank: number): boolean {
  const heading = element.matches(HEADINGS) ? element : element.querySelector(HEADINGS)
  const isOwn = heading && (heading === element || textOf(element).startsWith(textOf(heading)))
  return Boolean(isOwn) && Number(heading!.localName[1]) <= rank
}

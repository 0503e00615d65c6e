import type { Element } from '../dom.ts'
import { APPEAL, bare, LEADS_AWAY, SITE_LINE } from './phrases.ts'
import { isDate, isSigned, withoutBy } from './head-lines.ts'
import { isSame, type Facts } from './facts.ts'
import { leavesOf, linkShare, textOf } from './text.ts'

/** Removes single lines that belong to the site, and what repeats the head of the article. */
export function removeLines(content: Element, facts: Pick<Facts, 'title' | 'byline'>): void {
  for (const leaf of leavesOf(content)) {
    if (leaf.matches('pre, table, figure, hr') || leaf.closest('pre, table, figure, blockquote')) continue
    const text = textOf(leaf)
    if (text.length > 0 && text.length < 300 && isSiteLine(leaf, text)) leaf.remove()
  }
  removeHead(content, facts)
}

/** Returns whether a line belongs to the site. */
export function isSiteLine(leaf: Element, text: string): boolean {
  if (leaf.querySelector('img')) return false
  if (text.length < 130 && !isHeading(leaf) && SITE_LINE.test(bare(text))) return !isItemOfList(leaf)
  if (APPEAL.test(text)) return text.length < 160 || linkShare(leaf) > 0.1
  const share = linkShare(leaf)
  return LEADS_AWAY.test(text) && share > 0.4 && !/[.!?。]\s*$/.test(text.replace(/\S+$/, ''))
}

function isHeading(leaf: Element): boolean {
  return /^h\d$/.test(leaf.localName)
}

/** A word in a list of several is an item of the text, such as the name of a site. */
function isItemOfList(leaf: Element): boolean {
  const list = leaf.closest('ul, ol, dl')
  return list !== null && leavesOf(list).some((each) => !SITE_LINE.test(bare(textOf(each))))
}

const HEAD_LENGTH = 100
const HEAD_LEAVES = 12

/** Removes title, author and date from the beginning of the text: they are shown above it. */
function removeHead(content: Element, { title, byline }: Pick<Facts, 'title' | 'byline'>): void {
  for (const leaf of leavesOf(content).slice(0, HEAD_LEAVES)) {
    const text = textOf(leaf)
    if (text.length > HEAD_LENGTH && !isHeading(leaf)) return
    if (text.length === 0 || leaf.querySelector('img') || leaf.closest('figure, table, pre, ul, ol')) continue
    const repeats = isSame(text, title) && isSame(title, text)
    const isByline =
      byline !== undefined && isSame(withoutBy(text), byline) && text.length < byline.length + 40
    const isAbout = !isHeading(leaf) && (isHeadDate(text) || isSigned(text) || isCategory(leaf, text))
    if (repeats || isByline || isAbout) leaf.remove()
  }
}

/** Lines of code can have numbers too. */
function isHeadDate(text: string): boolean {
  return isDate(text) && !/[{}<>="]|\w\(/.test(text)
}

/** Returns whether a line is no more than one short link, such as to the section of the site. */
function isCategory(leaf: Element, text: string): boolean {
  return text.length < 40 && linkShare(leaf) > 0.9
}

import type { Element } from '../dom.ts'
import { leavesOf, linkShare, proseOf, textOf } from './text.ts'

/** Titles of other pages are longer than the names in a list of the text. */
const TITLE = 20

/** Teasers say less of the pages that they lead to than a text says of its subjects. */
const TEASER = 200
/** A list with more of the text is what the text is about. */
const MAX_SHARE = 0.4

/** Removes lists of teasers, and lists of nothing but titles of other pages unless the text introduces them. */
export function removeLinkLists(content: Element): void {
  const whole = proseOf(content)
  for (const list of content.querySelectorAll('ul, ol')) {
    if (!content.contains(list)) continue
    const before = lineBefore(list, content)
    if (!before || /[:：]$/.test(textOf(before))) continue
    const isTeasers = hasOnlyTeasers(list) && proseOf(list) < MAX_SHARE * whole
    if (isTeasers || (hasOnlyTitles(list) && !isOwnHeading(before))) list.remove()
  }
}

function hasOnlyTitles(list: Element): boolean {
  const items = [...list.children]
  const length = textOf(list).length
  return items.length > 1 && length / items.length >= TITLE && items.every((item) => linkShare(item) > 0.9)
}

/** Returns whether each item has a heading that leads to another page, and little text. */
function hasOnlyTeasers(list: Element): boolean {
  const items = [...list.children]
  const isTeaser = (item: Element): boolean => {
    const title = item.querySelector('h2, h3, h4, h5')
    return title !== null && linkShare(title) > 0.9
  }
  return items.length > 1 && proseOf(list) / items.length < TEASER && items.every(isTeaser)
}

function lineBefore(list: Element, content: Element): Element | undefined {
  const leaves = leavesOf(content)
  return leaves[leaves.findIndex((leaf) => list.contains(leaf)) - 1]
}

/** The title of another page introduces nothing. */
function isOwnHeading(leaf: Element): boolean {
  return /^h\d$/.test(leaf.localName) && linkShare(leaf) < 0.5
}

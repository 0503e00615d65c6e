import type { Element } from '../dom.ts'
import { leavesOf, linkShare, proseOf, textOf } from './text.ts'

/** Titles of other pages are longer than the names in a list of the text. */
const TITLE = 20

/** Teasers say less of the pages that they lead to than a text says of its subjects. */
const TEASER = 200

/** Removes lists of teasers, and lists of nothing but titles of other pages unless the text introduces them. */
export function removeLinkLists(content: Element): void {
  for (const list of content.querySelectorAll('ul, ol')) {
    if (!content.contains(list)) continue
    if (hasOnlyTeasers(list) || (hasOnlyTitles(list) && !isIntroduced(list, content))) list.remove()
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

/** The title of another page introduces nothing. */
function isIntroduced(list: Element, content: Element): boolean {
  const leaves = leavesOf(content)
  const before = leaves[leaves.findIndex((leaf) => list.contains(leaf)) - 1]
  if (!before) return true
  return (/^h\d$/.test(before.localName) && linkShare(before) < 0.5) || /[:：]$/.test(textOf(before))
}

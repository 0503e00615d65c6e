import type { Element } from '../dom.ts'
import { leavesOf, linkShare, textOf } from './text.ts'

/** Titles of other pages are longer than the names in a list of the text. */
const TITLE = 20

/** Removes lists of nothing but titles of other pages, unless the text introduces them. */
export function removeLinkLists(content: Element): void {
  for (const list of content.querySelectorAll('ul, ol')) {
    if (!content.contains(list) || !hasOnlyTitles(list)) continue
    const leaves = leavesOf(content)
    const before = leaves[leaves.findIndex((leaf) => list.contains(leaf)) - 1]
    if (before && !isIntroduction(before)) list.remove()
  }
}

function hasOnlyTitles(list: Element): boolean {
  const items = [...list.children]
  const length = textOf(list).length
  return items.length > 1 && length / items.length >= TITLE && items.every((item) => linkShare(item) > 0.9)
}

function isIntroduction(leaf: Element): boolean {
  return /^h\d$/.test(leaf.localName) || /[:：]$/.test(textOf(leaf))
}

import type { PageElement, PageRoot } from '../dom.ts'

type Parent = { readonly childElementCount: number }

declare const document: PageRoot

/** Counts the elements in what is hovered that are its direct children, also in open shadow trees. */
export function countHovered(root: PageRoot = document): number {
  let count = 0
  for (const element of root.querySelectorAll(':hover') as Iterable<PageElement & Parent>) {
    count += element.childElementCount
    const tree = element.shadowRoot as (PageRoot & Parent) | null
    if (tree) count += tree.childElementCount + countHovered(tree)
  }
  return count
}

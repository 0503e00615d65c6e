import { isElement, type PageElement, type PageNode } from './page-tree.ts'

/** Removes the tags of elements and keeps what is in them. */
export function stripTags(element: PageElement, names: readonly string[]): PageElement {
  const stripped: PageElement = { ...element, children: [] }
  stripped.children = childrenOf(element, names, stripped)
  return stripped
}

function childrenOf(element: PageElement, names: readonly string[], parent: PageElement): PageNode[] {
  return element.children.flatMap((child) => {
    if (!isElement(child)) return [child]
    if (names.includes(child.name)) return childrenOf(child, names, parent)
    const kept: PageElement = { ...child, parent }
    kept.children = childrenOf(child, names, kept)
    return [kept]
  })
}

import { isElement, type PageElement, type PageNode } from './page-tree.ts'

/** Returns the text of an element with its blanks as they are. */
export function textOf(node: PageNode): string {
  const parts: string[] = []
  collect(node, parts)
  return parts.join('')
}

function collect(node: PageNode, parts: string[]): void {
  if (!isElement(node)) parts.push(node)
  else if (node.name === 'br') parts.push('\n')
  else for (const child of node.children) collect(child, parts)
}

/** Returns the text of an element as one line. */
export function lineOf(node: PageNode): string {
  return textOf(node).replaceAll(/\s+/g, ' ').trim()
}

/** Finds an element or the nearest one around it that fits. */
export function closest(
  element: PageElement | undefined,
  fits: (each: PageElement) => boolean,
): PageElement | undefined {
  let each = element
  while (each && !fits(each)) each = each.parent
  return each
}

/** Finds the first element below that fits, in document order. */
export function find(element: PageElement, fits: (each: PageElement) => boolean): PageElement | undefined {
  for (const child of element.children) {
    if (!isElement(child)) continue
    if (fits(child)) return child
    const found = find(child, fits)
    if (found) return found
  }
  return undefined
}

/** Lists the elements below that fit, in document order, without what is inside of them. */
export function findAll(element: PageElement, fits: (each: PageElement) => boolean): PageElement[] {
  const found: PageElement[] = []
  const visit = ({ children }: PageElement): void => {
    for (const child of children) {
      if (!isElement(child)) continue
      if (fits(child)) found.push(child)
      else visit(child)
    }
  }
  visit(element)
  return found
}

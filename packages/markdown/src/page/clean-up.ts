import type { Settings } from '../settings.ts'
import { isElement, type PageElement, type PageNode } from './page-tree.ts'
import { closest } from './text-of.ts'

type CleanUp = NonNullable<Settings['cleanUp']>

const NAVIGATION_WORDS =
  /(?:^|[-_\s])(?:nav|navbar|navigation|menu|breadcrumbs?|sidebar|toc|pagination)(?:$|[-_\s])/i
const BEYOND_ARTICLE = new Set(['main', 'article', 'section', 'aside', 'nav'])
/** A form, or a block with a word for navigation among its classes, that has this share of the text is the page itself. */
const MAX_SHARE = 0.5

/** Removes what is not the content of a page; `removed` hears of each element. */
export function cleanUp(
  root: PageElement,
  options: CleanUp,
  removed: (element: PageElement) => void,
): PageElement {
  const isRemoved = (element: PageElement): boolean => {
    const isMost = element.textLength >= root.textLength * MAX_SHARE
    if (options.forms && options.preset !== 'Minimal' && element.name === 'form') return !isMost
    return options.navigation && isBeside(element, options.preset, isMost)
  }
  return keep(root)

  function keep(element: PageElement, parent?: PageElement): PageElement {
    const kept: PageElement = { ...element, parent, children: [] }
    for (const child of element.children) {
      if (!isElement(child) || !isRemoved(child)) kept.children.push(keptNode(child, kept))
      else removed(child)
    }
    return kept
  }

  function keptNode(node: PageNode, parent: PageElement): PageNode {
    return isElement(node) ? keep(node, parent) : node
  }
}

function isBeside(element: PageElement, preset: CleanUp['preset'], isMost: boolean): boolean {
  const { name } = element
  if (name === 'noscript') return preset === 'Aggressive'
  if (preset === 'Minimal') return false
  if (name === 'nav') return true
  if (name === 'header' || name === 'aside' || name === 'footer') {
    if (hasNavigationWord(element)) return name !== 'header' || isOfPage(element)
    return preset === 'Aggressive' && name !== 'header'
  }
  return preset === 'Aggressive' && isNavigationByRole(element, isMost)
}

/** Returns whether a header is that of the page and not of one of its parts. */
function isOfPage({ parent }: PageElement): boolean {
  return !closest(parent, ({ name }) => BEYOND_ARTICLE.has(name))
}

function isNavigationByRole(element: PageElement, isMost: boolean): boolean {
  const { name, attributes } = element
  if (attributes.role === 'navigation') return true
  if (name === 'div' || name === 'ul' || name === 'ol') return !isMost && hasNavigationWord(element)
  return (
    name === 'a' &&
    attributes.href?.startsWith('#') === true &&
    /skip/i.test(`${attributes.class} ${attributes.href}`)
  )
}

function hasNavigationWord({ attributes }: PageElement): boolean {
  return NAVIGATION_WORDS.test(attributes.class ?? '') || NAVIGATION_WORDS.test(attributes.id ?? '')
}

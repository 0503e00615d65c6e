import { classNamed, hasClass, isHeading } from '../page/element-kinds.ts'
import { isElement, type PageElement } from '../page/page-tree.ts'
import { decoded, namesOf, targetOf } from '../page/places.ts'
import { closest, find, lineOf } from '../page/text-of.ts'

const ANCHOR_CLASS = classNamed(
  'anchor(?:-link|js-link)?|headerlink|permalink|header-anchor|hash-?link|heading-?(?:anchor|link)|direct-link',
)
const ANCHOR_TEXT = /^[#¶§◆🔗⚓\u200B\s]*$/u
/** Elements that name what they are above, beside or in. */
const TITLE = /^(?:h[1-6]|dt|dfn|caption|figcaption|summary|legend)$/
/** Nodes of an element that holds a title and a link to it. */
const MAX_BESIDE_TITLE = 8

/** Returns whether a link only marks its own place on the page, as beside headings. */
export function isAnchor(element: PageElement): boolean {
  const { href, id, name } = element.attributes
  if (!href?.includes('#')) return false
  if (isBesideOwnHeading(element)) return true
  const text = lineOf(element)
  const isNamed = hasClass(element, ANCHOR_CLASS)
  if (ANCHOR_TEXT.test(text) && (isNamed || (text !== '' && marksOwnPlace(element)))) return true
  if (text === '') return (id !== undefined || name !== undefined) && !find(element, isPicture)
  return isNamed && isAside(element)
}

function isPicture({ name }: PageElement): boolean {
  return /^(?:img|picture|video|math|mjx-container)$/.test(name)
}

/** Returns whether a link leads to the heading directly beside it, in an element that has little else. */
function isBesideOwnHeading(link: PageElement): boolean {
  const target = targetOf(link)
  return target !== '' && neighboursOf(link).some((each) => isHeading(each) && each.attributes.id === target)
}

/**
 * Returns whether a link with a sign as its text leads to where it is: to a place around or beside it, whatever the address of
 * the page, or from a title to a place of the page.
 */
function marksOwnPlace(link: PageElement): boolean {
  const target = decoded(link.attributes.href!.replace(/^[^#]*#/, ''))
  if (target === '') return false
  const isTarget = (each: PageElement): boolean => namesOf(each).includes(target)
  if (closest(link, isTarget) || siblingsOf(link).some(isTarget)) return true
  return targetOf(link) !== '' && isAtTitle(link)
}

/** Returns whether a link is in a title, or directly beside one. */
function isAtTitle(link: PageElement): boolean {
  if (closest(link, isTitle)) return true
  let whole = link
  while (whole.parent?.textLength === link.textLength) whole = whole.parent
  return neighboursOf(whole).some(isTitle)
}

function isTitle({ name, attributes }: PageElement): boolean {
  return TITLE.test(name) || attributes.role === 'heading'
}

/** Lists the elements directly before and after one, in an element that has little else. */
function neighboursOf(element: PageElement): PageElement[] {
  const nodes = nodesAround(element).filter((each) => isElement(each) || each.trim() !== '')
  const index = nodes.indexOf(element)
  return [nodes[index - 1], nodes[index + 1]].filter((each) => each !== undefined).filter(isElement)
}

function siblingsOf(element: PageElement): PageElement[] {
  return nodesAround(element).filter(isElement)
}

function nodesAround({ parent }: PageElement): PageElement['children'] {
  return parent && parent.children.length <= MAX_BESIDE_TITLE ? parent.children : []
}

/** Returns whether the heading or term around a link has other text too. */
function isAside(element: PageElement): boolean {
  const title = closest(element.parent, (each) => isHeading(each) || each.name === 'dt')
  return title !== undefined && title.textLength > element.textLength
}

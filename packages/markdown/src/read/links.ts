import type { Block, Inline, Link } from '../document/document.ts'
import { isElement, type PageElement, type PageNode } from '../page/page-tree.ts'
import { classNamed, hasClass } from '../page/element-kinds.ts'
import { find, lineOf } from '../page/text-of.ts'
import { isBlank, isInvisible } from './collapse.ts'
import type { InlineRule, Reader } from './reader.ts'

const ANCHOR_CLASS = classNamed(
  'anchor(?:-link|js-link)?|headerlink|permalink|header-anchor|hash-?link|heading-?(?:anchor|link)|direct-link',
)
const ANCHOR_TEXT = /^[#¶§◆🔗⚓\u200B\s]*$/u
/** Nodes of an element that holds a heading and a link to it. */
const MAX_BESIDE_HEADING = 8

export const readLink: InlineRule = (element, reader) => {
  const { attributes, children } = element
  const label = reader.footnotes.referredBy(element)
  if (label !== undefined) return [{ type: 'footnote', label }]
  if (reader.footnotes.leadsBack(element) || isAnchor(element)) return []
  const content = reader.inlines(children)
  const link = linkOf(element, reader)
  if (!link || leadsToItself(element)) return content
  const isEmpty = isBlank(content) || content.every((each) => each.type === 'image' && each.address === '')
  if (!isEmpty) return [{ ...link, children: content }]
  // A link of an icon has its name in an attribute.
  const name = attributes['aria-label'] ?? attributes.title
  if (!name || link.address.startsWith('#'))
    return children.length === 0 && !name ? keptWithoutText(link, element) : []
  return [{ ...link, title: undefined, children: [{ type: 'text', text: name }] }]
}

/** A link without any content shows nothing, but a place that is linked to nowhere else would be lost. */
function keptWithoutText(link: Omit<Link, 'children'>, { looks }: PageElement): Inline[] {
  return looks === '' ? [{ ...link, children: [] }] : []
}

function linkOf(element: PageElement, { addresses }: Reader): Omit<Link, 'children'> | undefined {
  const { attributes } = element
  const { href } = attributes
  const address = href === undefined ? undefined : addresses.of(href)
  if (address === undefined) return undefined
  const title = attributes.title?.trim() === lineOf(element) ? undefined : attributes.title
  return { type: 'link', address, written: href!.trim(), title }
}

/** Returns whether a link only marks its own place on the page, as beside headings. */
function isAnchor(element: PageElement): boolean {
  const { href, id, name } = element.attributes
  if (href === undefined) return false
  if (!href.includes('#')) return false
  if (isBesideHeading(element, href)) return true
  const text = lineOf(element)
  if (ANCHOR_TEXT.test(text) && (text !== '' || hasClass(element, ANCHOR_CLASS))) return true
  if (text === '') return (id !== undefined || name !== undefined) && !find(element, isPicture)
  return hasClass(element, ANCHOR_CLASS) && isAside(element)
}

function isPicture({ name }: PageElement): boolean {
  return /^(?:img|picture|video|math|mjx-container)$/.test(name)
}

/** Returns whether a link leads to the heading directly beside it, in an element that has little else. */
function isBesideHeading(element: PageElement, href: string): boolean {
  const around = element.parent?.children ?? []
  if (!href.startsWith('#') || around.length > MAX_BESIDE_HEADING) return false
  const nodes = around.filter((each) => isElement(each) || each.trim() !== '')
  const index = nodes.indexOf(element)
  return [nodes[index - 1], nodes[index + 1]].some(
    (each) =>
      each !== undefined &&
      isElement(each) &&
      /^h[1-6]$/.test(each.name) &&
      `#${each.attributes.id}` === href,
  )
}

/** Returns whether the heading or term around a link has other text too. */
function isAside(element: PageElement): boolean {
  for (let each = element.parent; each; each = each.parent)
    if (/^h[1-6]$|^dt$/.test(each.name)) return each.textLength > element.textLength
  return false
}

/** Returns whether a link around the text of a heading or term leads to that place. */
function leadsToItself({ attributes, parent }: PageElement): boolean {
  const id = attributes.href?.startsWith('#') ? attributes.href.slice(1) : ''
  if (!/^(?:h[1-6]|dt)$/.test(parent?.name ?? '')) return false
  return id !== '' && [parent?.attributes.id, parent?.parent?.attributes.id, attributes.id].includes(id)
}

/** Reads nodes in a link around blocks: a heading becomes the link, or else the first of the texts, or else a picture. */
export function linkBlocks(
  element: PageElement,
  reader: Reader,
  nodes: readonly PageNode[] = element.children,
): Block[] {
  const blocks = reader.blocks(nodes)
  const link = linkOf(element, reader)
  if (!link) return blocks
  const isText = (block: Block): boolean =>
    (block.type === 'paragraph' || block.type === 'heading') && hasText(block.children)
  const chosen =
    blocks.find((block) => block.type === 'heading' && hasText(block.children)) ??
    blocks.find(isText) ??
    blocks.find((block) => block.type === 'paragraph')
  return blocks.map((block) =>
    block === chosen && (block.type === 'paragraph' || block.type === 'heading')
      ? { ...block, children: [{ ...link, children: withoutLinks(block.children) }] }
      : block,
  )
}

function hasText(inlines: readonly Inline[]): boolean {
  return inlines.some((each) => {
    if (each.type === 'text') return !isInvisible(each.text)
    if (each.type === 'span' || each.type === 'link') return hasText(each.children)
    return each.type === 'code'
  })
}

/** A link cannot hold another one. */
function withoutLinks(inlines: readonly Inline[]): Inline[] {
  return inlines.flatMap((each): Inline[] => {
    if (each.type === 'link') return withoutLinks(each.children)
    if (each.type === 'span') return [{ ...each, children: withoutLinks(each.children) }]
    return each.type === 'footnote' ? [] : [each]
  })
}

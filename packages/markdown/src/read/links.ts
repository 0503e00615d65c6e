import type { Inline, Link } from '../document/document.ts'
import type { PageElement } from '../page/page-tree.ts'
import { lineOf } from '../page/text-of.ts'
import { isAnchor } from './anchors.ts'
import { isBlank } from './collapse.ts'
import type { InlineRule, Reader } from './reader.ts'

export const readLink: InlineRule = (element, reader) => {
  const { children } = element
  const label = reader.footnotes.referredBy(element)
  if (label !== undefined) return [{ type: 'footnote', label }]
  if (reader.footnotes.leadsBack(element) || isAnchor(element)) return []
  const content = reader.inlines(children)
  const link = linkOf(element, reader)
  if (!link || leadsToItself(element)) return content
  const isEmpty = isBlank(content) || content.every((each) => each.type === 'image' && each.address === '')
  if (!isEmpty) return [{ ...link, children: content }]
  const named = linkByName(link, element)
  if (named) return [named]
  return children.length === 0 && !nameOf(element) ? keptWithoutText(link, element) : []
}

/** Writes a link without a text of its own, such as one of an icon, by its name; a link to a place of the page is left out. */
export function linkByName(
  link: Omit<Link, 'children'>,
  element: PageElement,
  otherName?: string,
): Link | undefined {
  const name = nameOf(element) || otherName
  if (!name || link.address.startsWith('#')) return undefined
  return { ...link, title: undefined, children: [{ type: 'text', text: name }] }
}

function nameOf({ attributes }: PageElement): string | undefined {
  return attributes['aria-label'] || attributes.title
}

/** A link without any content shows nothing, but a place that is linked to nowhere else would be lost. */
function keptWithoutText(link: Omit<Link, 'children'>, { looks }: PageElement): Inline[] {
  return looks === '' ? [{ ...link, children: [] }] : []
}

export function linkOf(element: PageElement, { addresses }: Reader): Omit<Link, 'children'> | undefined {
  const { attributes } = element
  const { href } = attributes
  const address = href === undefined ? undefined : addresses.of(href)
  if (address === undefined) return undefined
  const title = attributes.title?.trim() === lineOf(element) ? undefined : attributes.title
  return { type: 'link', address, written: href!.trim(), title }
}

/** Returns whether a link around the text of a heading or term leads to that place. */
function leadsToItself({ attributes, parent }: PageElement): boolean {
  const id = attributes.href?.startsWith('#') ? attributes.href.slice(1) : ''
  if (!/^(?:h[1-6]|dt)$/.test(parent?.name ?? '')) return false
  return id !== '' && [parent?.attributes.id, parent?.parent?.attributes.id, attributes.id].includes(id)
}

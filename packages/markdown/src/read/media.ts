import type { Inline } from '../document/document.ts'
import { hasClass } from '../page/element-kinds.ts'
import type { PageElement } from '../page/page-tree.ts'
import { find, lineOf } from '../page/text-of.ts'
import type { InlineRule, Reader } from './reader.ts'

export const readImage: InlineRule = (element, reader) => {
  const { alt = '', title } = element.attributes
  const { settings } = reader
  if (settings.skipImages || isTiny(element)) return []
  const text = alt.replaceAll(/\s+/g, ' ').trim()
  const src = sourceOf(element)
  const address = src === '' ? undefined : reader.addresses.of(src)
  const isPlace = address !== undefined && !address.startsWith('#')
  if (!isPlace || isTextOnly(element, settings.keepImagesIn))
    return text === '' ? [] : [{ type: 'text', text }]
  return [{ type: 'image', address, alt: text, title: title === alt ? undefined : title }]
}

/** Where pages have the address of a picture that a script loads later. */
const LATE_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-hi-res-src', 'data-full-src']

function sourceOf({ attributes }: PageElement): string {
  const { src = '' } = attributes
  if (src !== '' && !src.startsWith('data:')) return src
  const [first] = (attributes['data-srcset'] ?? '').trim().split(/[\s,]+/)
  return LATE_SOURCES.map((name) => attributes[name]).find(Boolean) ?? (first || src)
}

/** Returns whether a picture only counts visitors or keeps a distance. */
export function isTiny({ attributes: { width, height } }: PageElement): boolean {
  return [width, height].some((size) => size === '0' || size === '1')
}

/** In headings, pictures are replaced by their texts, unless an element around them is named. */
function isTextOnly(element: PageElement, kept: readonly string[]): boolean {
  let isInHeading = false
  for (let each = element.parent; each; each = each.parent) {
    if (kept.includes(each.name)) return false
    isInHeading ||= /^h[1-6]$/.test(each.name)
  }
  return isInHeading
}

/** A frame, video or sound becomes a link. */
export const readEmbedded: InlineRule = (element, reader) => {
  const { name, attributes } = element
  const source = attributes.src ?? find(element, (each) => each.name === 'source')?.attributes.src
  const address = source === undefined ? undefined : reader.addresses.of(source)
  if (address === undefined || !/^(?!about:|blob:)/.test(address) || address === '') return []
  const label = attributes.title ?? attributes['aria-label'] ?? hostOf(address) ?? name
  return [{ type: 'link', address, written: address, children: [{ type: 'text', text: label }] }]
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host || undefined : undefined
}

/** Drawings have only a name. */
export const readDrawing: InlineRule = (element) => {
  const title = element.children.find((child) => typeof child !== 'string' && child.name === 'title')
  const { attributes } = element
  const text = title ? lineOf(title) : (attributes['aria-label'] ?? attributes.title ?? '')
  const isDecoration = attributes['aria-hidden'] === 'true'
  return text === '' || isDecoration ? [] : [{ type: 'text', text }]
}

/** The choice that a list of choices shows. */
export const readSelect: InlineRule = (element) => {
  const options: PageElement[] = []
  const collect = (each: PageElement): void => {
    for (const child of each.children)
      if (typeof child === 'string') continue
      else if (child.name === 'option') options.push(child)
      else collect(child)
  }
  collect(element)
  const chosen = options.filter(({ attributes }) => 'selected' in attributes)
  const shown = chosen.length > 0 ? chosen : options.slice(0, 'multiple' in element.attributes ? 0 : 1)
  const text = shown.map(lineOf).join(', ')
  return text === '' ? [] : [{ type: 'text', text: ` ${text} ` }]
}

/** Buttons beside code that copy it say nothing about the page. */
export const readButton: InlineRule = (element, reader: Reader): Inline[] => {
  const isCopy = hasClass(element, /copy|clipboard/i) || /^(?:copy|copied)\b.{0,20}$/i.test(lineOf(element))
  if (isCopy) return []
  return [{ type: 'text', text: ' ' }, ...reader.inlines(element.children), { type: 'text', text: ' ' }]
}

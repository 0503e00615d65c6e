import { SPACE, type Inline } from '../document/document.ts'
import { CLASS_NAMES } from '../page/class-names.ts'
import { classNamed, hasClass, isHeading } from '../page/element-kinds.ts'
import type { PageElement } from '../page/page-tree.ts'
import { closest, find, lineOf } from '../page/text-of.ts'
import type { InlineRule, Reader } from './reader.ts'

/** Also without the selector that asks for the emoji of a character. */
const ONE_EMOJI = /\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?/gv
const EMOJI = classNamed(CLASS_NAMES.emoji)

export const readImage: InlineRule = (element, reader) => {
  const { src = '', alt = '', title } = element.attributes
  const { settings } = reader
  const text = withoutTags(alt).replaceAll(/\s+/g, ' ').trim()
  if (isEmoji(element, text)) return [{ type: 'text', text }]
  if (settings.skipImages || isTiny(element)) return []
  const address = src === '' ? undefined : reader.addresses.of(src)
  const isPlace = address !== undefined && !address.startsWith('#')
  if (!isPlace || isTextOnly(element, settings.keepImagesIn))
    return text === '' ? [] : [{ type: 'text', text }]
  return [{ type: 'image', address, alt: text, title: title === alt ? undefined : title }]
}

/** Takes markup out of a text for which a site has used that of a heading: tags that the text also ends. */
function withoutTags(text: string): string {
  const nameOf = (name = ''): string => name.toLowerCase()
  const ended = new Set([...text.matchAll(/<\/([a-z][a-z\d]*)>/gi)].map(([, name]) => nameOf(name)))
  const tag = /<\/?([a-z][a-z\d]*)(?:\s[^<>]*)?>/gi
  return text.replaceAll(tag, (each, name: string) => (ended.has(nameOf(name)) ? '' : each))
}

/** Returns whether a picture stands for a character of its text, as where a browser may lack that character. */
function isEmoji(element: PageElement, text: string): boolean {
  return (
    (text !== '' && text.replaceAll(ONE_EMOJI, '') === '') ||
    (hasClass(element, EMOJI) && /^:[\w+-]+:$/.test(text))
  )
}

/** Returns whether a picture or frame only counts visitors or keeps a distance. */
export function isTiny({ attributes: { width, height } }: PageElement): boolean {
  return [width, height].some((size) => size === '0' || size === '1')
}

/** In headings, pictures are replaced by their texts, unless an element around them is named. */
function isTextOnly(element: PageElement, kept: readonly string[]): boolean {
  const { parent } = element
  return closest(parent, isHeading) !== undefined && !closest(parent, ({ name }) => kept.includes(name))
}

/** A frame, embedded file, video or sound becomes a link. */
export const readEmbedded: InlineRule = (element, reader) => {
  const { name, attributes } = element
  const own = attributes.src ?? attributes.data
  const source = own ?? find(element, (each) => each.name === 'source')?.attributes.src
  const address = source === undefined ? undefined : reader.addresses.of(source)
  if (address === undefined || address === '' || isTiny(element)) return []
  const label = attributes.title ?? attributes['aria-label'] ?? hostOf(address) ?? name
  return [{ type: 'link', address, written: address, children: [{ type: 'text', text: label }] }]
}

export function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host || undefined : undefined
}

/** An object without an address of its own shows its content. */
export const readObject: InlineRule = (element, reader) =>
  element.attributes.data ? readEmbedded(element, reader) : reader.inlines(element.children)

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

/** The word by itself, as in `copy-button` and `btnCopy`, and not as in `copyright` and `body-copy`. */
const COPY_CLASS = /(?<!\bbody[-_]?)(?:(?<![a-z])(?:copy|clipboard)|Copy|Clipboard)(?![a-z])/
const COPY_LABEL = 20

/** Buttons beside code that copy it say nothing about the page. */
export const readButton: InlineRule = (element, reader: Reader): Inline[] => {
  const label = lineOf(element)
  const isNamedCopy = hasClass(element, COPY_CLASS) && label.length <= COPY_LABEL
  if (isNamedCopy || /^(?:copy|copied)(?: (?:code|link|url|text|snippet|to clipboard))*!?$/i.test(label))
    return []
  return [SPACE, ...reader.inlines(element.children), SPACE]
}

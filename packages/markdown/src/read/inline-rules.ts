import { SPACE, type Inline, type Style } from '../document/document.ts'
import { classNamed, hasClass } from '../page/element-kinds.ts'
import { textOf } from '../page/text-of.ts'
import { isElement, type PageElement } from '../page/page-tree.ts'
import { readLink } from './links.ts'
import { readButton, readDrawing, readEmbedded, readImage, readObject, readSelect } from './media.ts'
import type { InlineRule } from './reader.ts'

const STYLES: Record<string, Style> = {
  em: 'emphasis',
  i: 'emphasis',
  var: 'emphasis',
  cite: 'emphasis',
  dfn: 'emphasis',
  strong: 'strong',
  b: 'strong',
  del: 'deletion',
  s: 'deletion',
  strike: 'deletion',
  ins: 'insertion',
  mark: 'mark',
  sub: 'sub',
  sup: 'sup',
}

/** Returns the style of an element, unless the page shows it as any other text. */
export function styleOf({ name, looks }: PageElement): Style | undefined {
  if (looks.includes('p')) return undefined
  return Object.hasOwn(STYLES, name) ? STYLES[name] : undefined
}

const readStyled: InlineRule = (element, reader) => {
  const children = reader.inlines(element.children)
  const style = styleOf(element)
  if (!style) return children
  const isNote = style === 'sup' && children.length > 0 && children.every(isNoteOrBlank)
  return isNote ? children : [inStyle(style, children)]
}

export function inStyle(style: Style, children: Inline[]): Inline {
  return { type: 'span', style, children: withoutRepeated(children, style) }
}

/** Leaves out a style within the same one when it has all of that text. */
function withoutRepeated(children: Inline[], style: Style): Inline[] {
  const [only, ...others] = children.filter((each) => !isBlankInline(each))
  if ((only?.type !== 'span' && only?.type !== 'link') || others.length > 0) return children
  const inner = withoutRepeated(only.children, style)
  const kept = only.type === 'span' && only.style === style ? inner : [{ ...only, children: inner }]
  return children.flatMap((each) => (each === only ? kept : [each]))
}

function isBlankInline(inline: Inline): boolean {
  return inline.type === 'text' && inline.text.trim() === ''
}

function isNoteOrBlank(inline: Inline): boolean {
  return inline.type === 'footnote' || (inline.type === 'text' && /^[\s,[\]]*$/.test(inline.text))
}

/** Code keeps its text alone; a link that has all of it stays around it. */
const readCode: InlineRule = (element, reader) => {
  const [only, ...others] = element.children.filter(
    (child) => typeof child !== 'string' || child.trim() !== '',
  )
  if (only !== undefined && isElement(only) && only.name === 'a' && others.length === 0) {
    const link = readLink(only, reader)
    return link.map((each) =>
      each.type === 'link' ? { ...each, children: [{ type: 'code', text: codeLineOf(only) }] } : each,
    )
  }
  const text = codeLineOf(element)
  return text === '' ? [] : [{ type: 'code', text }]
}

/** An empty line would end the code, and code that is copied needs ordinary blanks, and no marks of where it may be divided. */
function codeLineOf(element: PageElement): string {
  return textOf(element)
    .replaceAll('\u200B', '')
    .replaceAll(/\r\n?|[\n\u00A0]/g, ' ')
}

const readQuote: InlineRule = (element, reader) => [
  { type: 'text', text: '"' },
  ...reader.inlines(element.children),
  { type: 'text', text: '"' },
]

const readAnnotation: InlineRule = (element, reader) => [
  { type: 'text', text: '(' },
  ...reader.inlines(element.children),
  { type: 'text', text: ')' },
]

/** A field has the text that it shows, and so has a button of a form. */
const readField: InlineRule = (element, reader) => {
  const { children, attributes } = element
  if (/^(?:button|submit)$/i.test(attributes.type ?? '')) return readButton(element, reader)
  return children.length === 0 ? [] : [SPACE, ...reader.inlines(children), SPACE]
}

const EDIT_LINKS = classNamed('mw-editsection')

/** The links that MediaWiki has beside headings to change a section are left out. */
const readSpan: InlineRule = (element, reader) =>
  hasClass(element, EDIT_LINKS) ? [] : reader.inlines(element.children)

const nothing: InlineRule = () => []

export const inlineRules: Record<string, InlineRule> = {
  ...Object.fromEntries(Object.keys(STYLES).map((name) => [name, readStyled])),
  a: readLink,
  span: readSpan,
  img: readImage,
  iframe: readEmbedded,
  frame: readEmbedded,
  embed: readEmbedded,
  object: readObject,
  video: readEmbedded,
  audio: readEmbedded,
  svg: readDrawing,
  canvas: readDrawing,
  select: readSelect,
  button: readButton,
  'clipboard-copy': nothing,
  code: readCode,
  kbd: readCode,
  samp: readCode,
  tt: readCode,
  q: readQuote,
  rt: readAnnotation,
  rp: nothing,
  input: readField,
  script: nothing,
  style: nothing,
  template: nothing,
  head: nothing,
  datalist: nothing,
  noembed: nothing,
  noframes: nothing,
  br: () => [{ type: 'break' }],
  wbr: nothing,
}

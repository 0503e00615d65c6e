import { ELEMENT, TEXT, type Element } from '../dom.ts'

export function textOf(element: { textContent: string | null }): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}

/** Counts characters as a reader would: one of a script without spaces is worth about three letters. */
export function lengthOf(text: string): number {
  const dense =
    text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu)?.length ?? 0
  return text.length + 2 * dense
}

/** Returns the share of the text that is in links to other places. */
export function linkShare(element: Element): number {
  const length = textOf(element).length
  if (length === 0) return 0
  const links = [...element.querySelectorAll('a[href]')].filter((link) => !isNote(link))
  return Math.min(1, links.reduce((sum, link) => sum + textOf(link).length, 0) / length)
}

function isNote(link: Element): boolean {
  return link.getAttribute('href')!.startsWith('#')
}

const BLOCKS =
  'p, div, section, article, ul, ol, dl, table, pre, blockquote, figure, h1, h2, h3, h4, h5, h6, li, aside, header, footer, details, hr'

/** Returns the elements whose text is in lines of their own: those without further blocks. */
export function leavesOf(element: Element): Element[] {
  return [...element.querySelectorAll(BLOCKS)].filter((each) => !each.querySelector(BLOCKS))
}

/** Returns the length of the sentences of an element, without links. */
export function proseOf(element: Element): number {
  const blocks = [
    element,
    ...element.querySelectorAll('p, li, dd, td, th, pre, blockquote, div, section, article, main'),
  ]
  return blocks.reduce((sum, block) => sum + ownProse(block), 0)
}

function ownProse(block: Element): number {
  let text = ''
  for (const child of block.childNodes) {
    const isInline = child.nodeType === ELEMENT && INLINE.test((child as Element).localName)
    if (isInline || child.nodeType === TEXT) text += child.textContent ?? ''
  }
  const length = lengthOf(text.replace(/\s+/g, ' ').trim())
  return length >= 25 ? length : 0
}

const INLINE =
  /^(?:span|b|i|em|strong|code|kbd|samp|var|abbr|cite|q|sub|sup|small|mark|time|u|s|del|ins|font|bdi|bdo|dfn|ruby|wbr|data)$/

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
}

import type { Element } from '../dom.ts'
import { meaningOf } from './meaning.ts'

const HTML =
  /^(?:a|abbr|article|aside|audio|b|bdi|bdo|big|blockquote|br|caption|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|rp|rt|ruby|s|samp|section|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|time|tr|track|tt|u|ul|var|video|wbr)$/
const MATH =
  /^(?:math|semantics|annotation|mrow|mi|mn|mo|ms|mtext|mspace|msup|msub|msubsup|mfrac|msqrt|mroot|munder|mover|munderover|mtable|mtr|mtd|mstyle|mpadded|mphantom|menclose|mmultiscripts|mprescripts|merror|mfenced|mlabeledtr)$/
const SVG =
  /^(?:svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|defs|lineargradient|radialgradient|stop|clippath|title|desc|marker)$/i
/** Blocks that become plain ones, so that what is in them does not join what is beside them. */
const BLOCK = /^(?:address|center|dialog|dir|fieldset|footer|header|hgroup|legend|main|menu|nav|search)$/
/** Their content is not text. */
const DROPPED =
  /^(?:script|style|iframe|object|embed|template|noscript|select|textarea|annotation-xml|foreignobject|image|use)$/i

const ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'name'],
  img: ['src', 'alt', 'width', 'height'],
  video: ['src', 'poster', 'width', 'height'],
  audio: ['src'],
  source: ['src', 'type'],
  track: ['src', 'kind', 'srclang', 'label'],
  td: ['colspan', 'rowspan', 'align', 'headers'],
  th: ['colspan', 'rowspan', 'align', 'scope', 'headers'],
  col: ['span'],
  colgroup: ['span'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  time: ['datetime'],
  del: ['datetime'],
  ins: ['datetime'],
  blockquote: ['cite'],
  q: ['cite'],
  annotation: ['encoding'],
  math: ['display', 'alttext'],
}
const EVERYWHERE = new Set(['id', 'lang', 'dir', 'title'])
const DRAWING =
  /^(?:viewBox|width|height|d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|points|transform|fill|fill-opacity|stroke|stroke-[a-z]+|opacity|font-[a-z]+|text-anchor|offset|stop-color|stop-opacity|preserveAspectRatio|gradientUnits|gradientTransform|id)$/

/** Leaves only elements and attributes that show something: nothing that runs, loads another document or sends anything. */
export function sanitise(root: Element): void {
  for (const element of [...root.querySelectorAll('*')].toReversed()) {
    const name = element.localName
    if (name === 'iframe') element.replaceWith(...linkTo(element))
    else if (DROPPED.test(name)) element.remove()
    else if (name === 'a' && isIcon(element)) element.remove()
    else if (BLOCK.test(name)) becomeBlock(element)
    else if (!HTML.test(name) && !MATH.test(name) && !SVG.test(name))
      element.replaceWith(...element.childNodes)
    else clean(element, name)
  }
}

function becomeBlock(element: Element): void {
  const block = element.ownerDocument.createElement('div')
  for (const { name, value } of element.attributes) block.setAttribute(name, value)
  block.append(...element.childNodes)
  clean(block, 'div')
  element.replaceWith(block)
}

/** Frames become links to what they show. */
function linkTo(frame: Element): Element[] {
  const address = frame.getAttribute('src') ?? ''
  if (!/^https?:/.test(address)) return []
  const link = frame.ownerDocument.createElement('a')
  link.setAttribute('href', address)
  link.textContent = frame.getAttribute('title') || new URL(address).hostname
  const line = frame.ownerDocument.createElement('p')
  line.append(link)
  return [line]
}

/** Returns whether a link has nothing but a drawing, and is no place to link to. */
function isIcon(link: Element): boolean {
  const isPlace = link.id !== '' || link.hasAttribute('name')
  return !isPlace && (link.textContent ?? '').trim() === '' && !link.querySelector('img, video, math')
}

function clean(element: Element, name: string): void {
  const allowed = ATTRIBUTES[name] ?? []
  const isDrawing = SVG.test(name) && element.closest('svg') !== null
  for (const { name: attribute, value } of Array.from(element.attributes)) {
    const isAllowed =
      EVERYWHERE.has(attribute) ||
      (isDrawing
        ? DRAWING.test(attribute) && !/url\s*\((?!\s*['"]?#)/i.test(value)
        : allowed.includes(attribute))
    const meaning = meaningOf(element, attribute, value)
    if (meaning !== undefined) element.setAttribute(attribute, meaning)
    else if (!isAllowed || !isSafe(attribute, value)) element.removeAttribute(attribute)
  }
  if (name === 'details') element.setAttribute('open', '')
  if (name === 'video' || name === 'audio') element.setAttribute('controls', '')
}

function isSafe(attribute: string, value: string): boolean {
  if (attribute === 'href') return /^(?:https?:|mailto:|tel:|#)/i.test(value)
  if (attribute === 'src' || attribute === 'poster')
    return /^(?:https?:|data:(?:image|audio|video)\/|blob:)/i.test(value)
  if (attribute === 'cite') return /^https?:/i.test(value)
  return true
}

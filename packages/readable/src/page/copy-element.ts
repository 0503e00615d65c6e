import { CLASS_NAMES, CODE_LINE } from '@render/markdown'
import type { Element } from '../dom.ts'
import { embeddedAddress } from './embedded-address.ts'
import { isDrawnFormula } from './formulas.ts'
import type { PageView } from './page-view.ts'
import { pictureAddress } from './picture-address.ts'

const HTML = 'http://www.w3.org/1999/xhtml'

/** Attributes with an address, which the copy has in full. */
const ADDRESSES = new Set(['href', 'src', 'poster', 'cite'])
const EMBEDDED = /^(?:iframe|video|audio|source)$/
/** A picture smaller than this counts visitors. */
const TINY = 3

/** Copies an element without its content. Returns undefined for one that shows nothing. */
export function copyElement(
  element: Element,
  name: string,
  { inert, baseUrl, isVisible, styleOf }: PageView & { isVisible: boolean },
): Element | undefined {
  if (name === 'img' || isUnbuiltPicture(element, name))
    return isVisible ? copyPicture(element, { inert, baseUrl }) : undefined
  if (name === 'input') return copyField(element, { inert, isVisible })
  if (name === 'button' && !isWholeHeading(element)) return undefined
  if (isDrawnFormula(element, name)) return undefined
  const copied = nameOfCopy(element, name, styleOf)
  const copy = inert.createElementNS(element.namespaceURI, copied)
  for (const { name, value } of element.attributes)
    if (isKept(name)) set(copy, name, ADDRESSES.has(name) ? absolute(value, baseUrl) : value)
  const embedded = EMBEDDED.test(name) ? embeddedAddress(element) : undefined
  if (embedded !== undefined) set(copy, 'src', absolute(embedded, baseUrl))
  return copy
}

function nameOfCopy(element: Element, name: string, styleOf: PageView['styleOf']): string {
  if (element.matches(CODE)) return 'pre'
  // One that is written without its end, as in XHTML, has the text after it, which is no link.
  if (name === 'a' && !element.hasAttribute('href')) return 'span'
  const isCustom = name.includes('-') && element.namespaceURI === HTML
  return isCustom && BLOCK_DISPLAY.test(styleOf(element)?.display ?? '') ? 'div' : (CONTAINERS[name] ?? name)
}

/** How elements are displayed that have lines of their own. */
export const BLOCK_DISPLAY = /^(?:block|flow-root|flex|grid|table|table-row|list-item)$/

/** Headings that open what is below them have all of their text in a button. */
function isWholeHeading(button: Element): boolean {
  const heading = button.closest('h1, h2, h3, h4, h5, h6, dt, th, summary')
  return heading !== null && (heading.textContent ?? '').trim() === (button.textContent ?? '').trim()
}

/** Code without `pre`. */
const CODE = [
  ...CLASS_NAMES.codeArea.split('|').map((name) => `.${name}`),
  `.${CLASS_NAMES.codeFragment}:has(> .${CODE_LINE})`,
].join()

/** What stands for elements that do nothing in a copy. */
const CONTAINERS: Record<string, string> = {
  button: 'span',
  slot: 'span',
  picture: 'span',
  noscript: 'span',
  body: 'div',
  html: 'div',
}

function isKept(name: string): boolean {
  return !/^on|^(?:style|srcset|name|slot|is)$|:/i.test(name)
}

/** Names from a page can be such that only a parser takes them. */
function set(copy: Element, name: string, value: string): void {
  try {
    copy.setAttribute(name, value)
  } catch {
    // The attribute means nothing.
  }
}

/** AMP puts an `img` into its own element once its scripts run. */
function isUnbuiltPicture(element: Element, name: string): boolean {
  return name === 'amp-img' && !element.querySelector('img')
}

function copyPicture(element: Element, { inert, baseUrl }: Pick<PageView, 'inert' | 'baseUrl'>) {
  const address = pictureAddress(element)
  if (!address || isTiny(element, address)) return undefined
  const copy = inert.createElement('img')
  copy.setAttribute('src', absolute(address, baseUrl))
  for (const name of ['alt', ...sizeNames(element), 'class', 'id', 'title', 'role', 'itemprop'])
    if (element.hasAttribute(name)) copy.setAttribute(name, element.getAttribute(name)!)
  return copy
}

interface LoadedPicture {
  currentSrc: string
  naturalWidth: number
  naturalHeight: number
  clientWidth: number
  clientHeight: number
}

/** Returns whether a picture is too small to be part of the text. The size of a placeholder says nothing. */
function isTiny(element: Element, address: string): boolean {
  const { currentSrc, naturalWidth = 0, naturalHeight = 0 } = element as Partial<LoadedPicture>
  const sizes = [
    ...(address === currentSrc ? [naturalWidth, naturalHeight] : []),
    ...sizeNames(element).map((name) => sizeIn(element, name)),
  ]
  return sizes.some((size) => size > 0 && size < TINY)
}

/** Returns the attributes with a size of a picture, without tiny ones where styles show the picture larger. */
function sizeNames(element: Element): string[] {
  return ['width', 'height'].filter((name) => !(sizeIn(element, name) < TINY && isLarge(element)))
}

function sizeIn(element: Element, name: string): number {
  return parseInt(element.getAttribute(name) ?? '', 10)
}

function isLarge(element: Element): boolean {
  const { clientWidth = 0, clientHeight = 0 } = element as Partial<LoadedPicture>
  return clientWidth >= TINY && clientHeight >= TINY
}

/** Returns a sign for a check box of a list, and the text of a field that a reader can only copy; nothing for other fields. */
function copyField(
  element: Element,
  { inert, isVisible }: Pick<PageView, 'inert'> & { isVisible: boolean },
): Element | undefined {
  const isBox = element.getAttribute('type') === 'checkbox'
  const text = isBox ? tickOf(element) : isVisible ? readOnlyText(element) : undefined
  if (text === undefined) return undefined
  const copy = inert.createElement('span')
  copy.textContent = text
  return copy
}

function tickOf(box: Element): string | undefined {
  if (!box.closest('li')) return undefined
  return box.matches(':checked') ? '☑ ' : '☐ '
}

function readOnlyText(field: Element): string | undefined {
  const isText = /^(?:text|url|email|tel)$/i.test(field.getAttribute('type') ?? 'text')
  const { value } = field as { value?: string }
  return isText && field.hasAttribute('readonly') ? value : undefined
}

/** Returns an address in full; one of a place of the page stays as it is. */
export function absolute(address: string, baseUrl: string): string {
  if (address.startsWith('#')) return address
  return URL.parse(address, baseUrl)?.href ?? address
}

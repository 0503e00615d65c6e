// Access to the DOM. Forms and documents hide their own members behind elements of the same name, so members are taken from
// the prototypes.

/** A document, or an element whose descendants are searched. */
export interface PageRoot {
  readonly nodeType: number
}

export interface PageElement extends PageRoot {
  readonly localName: string
}

function member(node: PageRoot, name: string): unknown {
  const value: unknown = Reflect.get(Object.getPrototypeOf(node) as object, name, node)
  return value === undefined ? Reflect.get(node, name) : value
}

function call(node: PageRoot, name: string, ...given: unknown[]): unknown {
  return (member(node, name) as (...given: unknown[]) => unknown).apply(node, given)
}

/** Returns the matches in document order, at most `most` of them. */
export function all(root: PageRoot, selector: string, most = Infinity): PageElement[] {
  const matches = call(root, 'querySelectorAll', selector) as ArrayLike<PageElement>
  return Array.prototype.slice.call(matches, 0, most) as PageElement[]
}

/** Yields the matches in a tree and in the open shadow trees within it, in document order; a shadow tree follows its host. */
export function* inAllTrees(root: PageRoot, selector: string): Generator<PageElement, void> {
  const found = new Set(all(root, selector))
  for (const element of call(root, 'querySelectorAll', '*') as Iterable<PageElement>) {
    if (found.has(element)) yield element
    const shadow = shadowOf(element)
    if (shadow) yield* inAllTrees(shadow, selector)
  }
}

function shadowOf(element: PageElement): PageRoot | undefined {
  return (member(element, 'shadowRoot') as PageRoot | null | undefined) ?? undefined
}

export function first(root: PageRoot, selector: string): PageElement | undefined {
  return (call(root, 'querySelector', selector) as PageElement | null) ?? undefined
}

export function matches(element: PageElement, selector: string): boolean {
  return call(element, 'matches', selector) as boolean
}

/** Returns the attribute without blanks around it; undefined when it is missing or empty. */
export function attribute(element: PageElement, name: string): string | undefined {
  return (call(element, 'getAttribute', name) as string | null)?.trim() || undefined
}

export function hasAttribute(element: PageElement, name: string): boolean {
  return call(element, 'hasAttribute', name) as boolean
}

export function attributesOf(element: PageElement): { name: string; value: string }[] {
  return Array.from(member(element, 'attributes') as ArrayLike<{ name: string; value: string }>)
}

export function childrenOf(element: PageElement): PageElement[] {
  return Array.from(member(element, 'children') as ArrayLike<PageElement>)
}

export function parentOf(element: PageElement): PageElement | undefined {
  return (member(element, 'parentElement') as PageElement | null) ?? undefined
}

/** Returns the host of the shadow tree that an element is at the top of. */
export function hostOf(element: PageElement): PageElement | undefined {
  const parent = member(element, 'parentNode') as PageRoot | null
  if (parent?.nodeType !== FRAGMENT) return undefined
  return member(parent, 'host') as PageElement | undefined
}

export function contains(root: PageRoot, element: PageElement): boolean {
  return call(root, 'contains', element) as boolean
}

/** Returns the text of an element as it is in the document. */
export function rawText(element: PageElement): string {
  return (member(element, 'textContent') as string | null) ?? ''
}

const ELEMENT = 1
const TEXT = 3
const FRAGMENT = 11
const UNSEEN = new Set(['script', 'style', 'noscript', 'template'])
const APART = new Set(
  `address article aside blockquote br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr li main nav ol option p pre section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
)

/** Returns the text of an element as a reader sees it, with a blank where a line or a block ends, without what is left out. */
export function shownText(element: PageElement, isLeftOut?: (element: PageElement) => boolean): string {
  let text = ''
  const rest: (PageRoot | string)[] = [element]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node === 'string') text += node
    else if (node.nodeType === TEXT) text += String(member(node, 'data'))
    else if (node.nodeType === ELEMENT) {
      const name = nameOf(node as PageElement)
      if (UNSEEN.has(name) || isLeftOut?.(node as PageElement)) continue
      const isApart = APART.has(name)
      if (isApart) rest.push(' ')
      for (const child of shownChildrenOf(node as PageElement).toReversed()) rest.push(child)
      if (isApart) rest.push(' ')
    }
  }
  return text
}

/** Returns the children as they are shown: those of the shadow tree, with what is in its slots. */
function shownChildrenOf(element: PageElement): PageRoot[] {
  const assigned =
    nameOf(element) === 'slot' && member(element, 'assignedNodes') !== undefined
      ? (call(element, 'assignedNodes') as PageRoot[])
      : []
  if (assigned.length > 0) return assigned
  return Array.from(member(shadowOf(element) ?? element, 'childNodes') as ArrayLike<PageRoot>)
}

/** Returns the name of an element in lower case. */
export function nameOf(element: PageElement): string {
  return String(member(element, 'localName')).toLowerCase()
}

export function markupOf(element: PageElement): string {
  return String(member(element, 'outerHTML'))
}

export function rootOf(document: PageRoot): PageElement {
  return member(document, 'documentElement') as PageElement
}

/** Returns the title of the document; those of drawings in it are not. */
export function titleElementOf(document: PageRoot): PageElement | undefined {
  return first(document, ':root > title, title:not(svg title)')
}

/** Returns a member of the document that is a text, such as `characterSet`. */
export function textMember(document: PageRoot, name: string): string | undefined {
  const value = member(document, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Orders elements as they are in the document. */
export function inDocumentOrder(a: PageElement, b: PageElement): number {
  const FOLLOWING = 4
  if (a === b) return 0
  return (call(a, 'compareDocumentPosition', b) as number) & FOLLOWING ? -1 : 1
}

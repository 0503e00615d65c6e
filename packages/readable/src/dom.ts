// Declares the parts of the DOM that this package uses, because the compiler knows Node's globals only.

export interface Node {
  readonly nodeType: number
  readonly ownerDocument: Document
  readonly parentNode: Element | null
  readonly firstChild: Node | null
  readonly lastChild: Node | null
  readonly nextSibling: Node | null
  readonly previousSibling: Node | null
  readonly childNodes: Iterable<Node>
  textContent: string | null
  contains(other: Node): boolean
  cloneNode(deep: boolean): unknown
}

interface Attribute {
  readonly name: string
  readonly value: string
}

export interface Element extends Node {
  readonly localName: string
  readonly namespaceURI: string | null
  readonly attributes: Iterable<Attribute>
  readonly children: ArrayLike<Element> & Iterable<Element>
  readonly firstElementChild: Element | null
  readonly nextElementSibling: Element | null
  readonly previousElementSibling: Element | null
  readonly parentElement: Element | null
  readonly shadowRoot?: Node | null
  /** Only slots have it. */
  assignedNodes?(): Node[]
  id: string
  innerHTML: string
  readonly outerHTML: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  hasAttribute(name: string): boolean
  matches(selector: string): boolean
  closest(selector: string): Element | null
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): ArrayLike<Element> & Iterable<Element>
  append(...nodes: (Node | string)[]): void
  prepend(...nodes: (Node | string)[]): void
  before(...nodes: (Node | string)[]): void
  after(...nodes: (Node | string)[]): void
  replaceWith(...nodes: (Node | string)[]): void
  replaceChildren(...nodes: (Node | string)[]): void
  remove(): void
  /** Only style elements have it; null when the page's content policy forbids them. */
  readonly sheet?: object | null
}

export interface Document {
  cloneNode(deep: boolean): Document
  readonly documentElement: Element
  readonly head: Element
  readonly body: Element
  readonly doctype: Node | null
  title: string
  createElement(name: string): Element
  createElementNS(namespace: string | null, name: string): Element
  createTextNode(text: string): Node
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): ArrayLike<Element> & Iterable<Element>
}

export const ELEMENT = 1
export const TEXT = 3

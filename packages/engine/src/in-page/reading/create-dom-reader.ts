/** A node, which only the functions of `Dom` look into. */
export type DomNode = object

/** The browser's own properties of nodes. Forms and documents hide them with the names of their fields and images. */
export interface Dom {
  nodeType: (node: DomNode) => number
  nodeName: (node: DomNode) => string
  nodeValue: (node: DomNode) => string
  firstChild: (node: DomNode) => DomNode | null
  nextSibling: (node: DomNode) => DomNode | null
  parentNode: (node: DomNode) => DomNode | null
  /** The element that a shadow tree belongs to. */
  host: (shadow: DomNode) => DomNode
  textContent: (node: DomNode) => string
  localName: (element: DomNode) => string
  namespaceURI: (element: DomNode) => string | null
  attributes: (element: DomNode) => ArrayLike<{ readonly name: string; readonly value: string }>
  shadowRoot: (element: DomNode) => DomNode | null
  clientWidth: (element: DomNode) => number
  clientHeight: (element: DomNode) => number
  attribute: (element: DomNode, name: string) => string | null
  /** Returns false where the `style` attribute has no effect; a policy of the page may forbid it. */
  hasStyle: (element: DomNode) => boolean
  matches: (element: DomNode, selector: string) => boolean
  /** Finds the first element in a document. */
  find: (selector: string) => DomNode | null
  /** Reads a property of the document. */
  ofDocument: (name: string) => unknown
}

// oxlint-disable-next-line typescript/no-explicit-any
export type Prototype = { prototype: any }

declare const document: DomNode
declare const Node: Prototype
declare const Element: Prototype
declare const Document: Prototype
declare const ShadowRoot: Prototype
declare const HTMLElement: Prototype
declare const SVGElement: Prototype
declare const MathMLElement: Prototype

export function createDomReader(): Dom {
  const styles = new Map<string | null, (element: DomNode) => { readonly length: number }>([
    ['http://www.w3.org/1999/xhtml', getter(HTMLElement, 'style')],
    ['http://www.w3.org/2000/svg', getter(SVGElement, 'style')],
    ['http://www.w3.org/1998/Math/MathML', getter(MathMLElement, 'style')],
  ])
  const namespaceURI = getter(Element, 'namespaceURI')
  return {
    nodeType: getter(Node, 'nodeType'),
    nodeName: getter(Node, 'nodeName'),
    nodeValue: getter(Node, 'nodeValue'),
    firstChild: getter(Node, 'firstChild'),
    nextSibling: getter(Node, 'nextSibling'),
    parentNode: getter(Node, 'parentNode'),
    host: getter(ShadowRoot, 'host'),
    textContent: getter(Node, 'textContent'),
    localName: getter(Element, 'localName'),
    namespaceURI,
    attributes: getter(Element, 'attributes'),
    shadowRoot: getter(Element, 'shadowRoot'),
    clientWidth: getter(Element, 'clientWidth'),
    clientHeight: getter(Element, 'clientHeight'),
    attribute: (element, name) => Element.prototype.getAttribute.call(element, name),
    hasStyle: (element) => (styles.get(namespaceURI(element))?.(element).length ?? 1) > 0,
    matches: (element, selector) => Element.prototype.matches.call(element, selector),
    find: (selector) => Document.prototype.querySelector.call(document, selector),
    ofDocument: (name) => getter(name === 'baseURI' ? Node : Document, name)(document),
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  function getter({ prototype }: Prototype, name: string): (node: DomNode) => any {
    const property = Object.getOwnPropertyDescriptor(prototype, name)!
    return (node) => property.get!.call(node)
  }
}

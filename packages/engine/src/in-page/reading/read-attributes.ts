import { embeddedAddress, pictureAddress } from '@render/readable'
import type { Dom, DomNode, Prototype } from './create-dom-reader.ts'

type ReadAttributes = (
  element: DomNode,
  name: string,
  /** The names of its attributes. */
  names: readonly string[],
  /** True to read all of them in full. */
  isWhole: boolean,
) => Record<string, string>

declare const Element: Prototype

/** Returns a function that reads those attributes of an element that say something about the content. */
export function createAttributeReader(dom: Dom): ReadAttributes {
  const MAX_VALUE = 5000
  const KEPT =
    /^(?:class|id|href|src|alt|title|role|lang|type|start|value|colspan|rowspan|align|name|width|height|display|alttext|encoding|mathvariant|multiple|reversed|aria-(?:label|level|hidden)|data-(?:lang|language|line-number|latex|footnote-ref|footnote-backref|footnotes))$/

  const EMBEDDED = /^(?:iframe|video|audio)$/

  return (element, name, names, isWhole) => {
    const attributes: Record<string, string> = {}
    for (const key of names) {
      const isKept =
        KEPT.test(key) || (key === 'style' && /^t[dh]$/.test(name)) || (key === 'data' && name === 'object')
      if (!isWhole && !isKept) continue
      const value = dom.attribute(element, key) ?? ''
      attributes[key] = kept(value, isWhole)
    }
    // The converter leaves out pictures that say that they are tiny.
    if (!isWhole && isTiny(attributes) && isLarge(element)) {
      delete attributes.width
      delete attributes.height
    }
    if (name === 'img') attributes.src = kept(pictureAddress(element as never, true) ?? '', isWhole)
    if (EMBEDDED.test(name)) {
      const sources: Iterable<DomNode> = Element.prototype.querySelectorAll.call(element, 'source')
      const address = [element, ...sources]
        .map((each) => embeddedAddress(each as never))
        .find((each) => each !== undefined)
      if (address !== undefined) attributes.src = kept(address, isWhole)
    }
    // MathJax 4 has the source of a formula at what it draws of it: first that of the whole, then those of its parts.
    if (name === 'mjx-container' && attributes['data-latex'] === undefined) {
      const math: DomNode | null = Element.prototype.querySelector.call(element, '[data-latex]')
      if (math) attributes['data-latex'] = dom.attribute(math, 'data-latex')!.slice(0, MAX_VALUE)
    }
    if (name === 'input' || name === 'option') {
      const key = name === 'input' ? 'checked' : 'selected'
      if (dom.matches(element, ':checked')) attributes[key] = ''
    }
    return attributes
  }

  function isTiny({ width, height }: Record<string, string>): boolean {
    return [width, height].some((size) => size === '0' || size === '1')
  }

  /** Returns whether styles give an element a larger size than such attributes. Frames have a border by default. */
  function isLarge(element: DomNode): boolean {
    return dom.clientWidth(element) > 1 && dom.clientHeight(element) > 1
  }

  function kept(value: string, isWhole: boolean): string {
    return value.startsWith('data:') && !isWhole ? 'data:,' : value.slice(0, MAX_VALUE)
  }
}

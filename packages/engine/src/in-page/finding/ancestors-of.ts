import type { PageElement } from '../dom.ts'

declare const Node: { prototype: object }
declare const Element: { prototype: object }

/** Yields an element and its ancestors as they are laid out, out of shadow trees too, from the inside to the outside. */
export function* ancestorsOf(element: PageElement): Generator<PageElement, void> {
  // Controls with these names hide the properties of their form.
  const get = (of: object, name: string, from: PageElement): PageElement | null =>
    Reflect.get(of, name, from) as PageElement | null
  for (let each: PageElement | null | undefined = element; each;) {
    yield each
    const outer: PageElement | null =
      get(Element.prototype, 'assignedSlot', each) ?? get(Node.prototype, 'parentElement', each)
    each = outer ?? each.getRootNode().host
  }
}

import type { PageElement, PageStyle } from '../dom.ts'

declare const HTMLElement: { prototype: object }
declare const HTMLFormElement: new () => PageElement

/**
 * Returns the inline style of an element, which only elements of HTML, SVG and MathML have. A control named `style` hides
 * the property of its form, but not the getter.
 */
export function styleOf(element: PageElement): PageStyle | undefined {
  if (element instanceof HTMLFormElement)
    return Reflect.get(HTMLElement.prototype, 'style', element) as PageStyle
  return (element as { style?: PageStyle }).style
}

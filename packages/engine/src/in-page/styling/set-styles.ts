import type { PageElement, PageStyle } from '../dom.ts'

declare const HTMLElement: { prototype: object }
declare const HTMLFormElement: new () => object

/** Sets inline styles of an element that no rule of the page overrides. */
export function setStyles(element: object, styles: Readonly<Record<string, string>>): void {
  // A control named `style` hides the property of its form, but not the getter.
  const style =
    element instanceof HTMLFormElement
      ? (Reflect.get(HTMLElement.prototype, 'style', element) as PageStyle)
      : (element as { style?: PageStyle }).style
  for (const [name, value] of Object.entries(styles)) style?.setProperty(name, value, 'important')
}

/** Moves an element to a place in the viewport, whatever it is placed by, with an absolute position unless the styles have another. */
export function placeAt(
  element: PageElement,
  { left, top }: { left: number; top: number },
  styles: Readonly<Record<string, string>>,
): void {
  setStyles(element, { position: 'absolute', ...styles, inset: '0 auto auto 0' })
  // Its box begins elsewhere when it is transformed.
  const moved = element.getBoundingClientRect()
  setStyles(element, { left: `${left - moved.left}px`, top: `${top - moved.top}px` })
}

// The functions here are serialised into the page, so they cannot import values or use closures.
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

/** Gives an element an absolute position at a place in the viewport, whatever it is placed by, and further styles. */
export function placeAt(
  element: PageElement,
  { left, top }: { left: number; top: number },
  styles: Readonly<Record<string, string>>,
  set: typeof setStyles,
): void {
  set(element, { ...styles, position: 'absolute', inset: '0 auto auto 0' })
  const moved = element.getBoundingClientRect()
  set(element, { left: `${left - moved.left}px`, top: `${top - moved.top}px` })
}

interface Element {
  textContent: string
  readonly sheet: object | null
  append(child: Element): void
  remove(): void
}
declare const document: {
  createElement(name: string): Element
  head: Element | null
  documentElement: Element
}

/** Adds a style element after all of the page's own. Returns false when the page's content policy forbids it. */
export function addStyleElement(css: string): boolean {
  const element = document.createElement('style')
  element.textContent = css
  ;(document.head ?? document.documentElement).append(element)
  if (!element.sheet) {
    element.remove()
    return false
  }
  const world = globalThis as { renderStyleElements?: Element[] }
  world.renderStyleElements = [...(world.renderStyleElements ?? []), element]
  return true
}

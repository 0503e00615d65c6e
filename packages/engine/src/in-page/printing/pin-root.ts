// The function here is serialised into the page, so it cannot import values or use closures.

interface Root {
  readonly offsetWidth: number
  readonly style: { setProperty(name: string, value: string, priority: 'important'): void }
  getBoundingClientRect(): { readonly left: number }
}

declare const document: { readonly documentElement: Root }
declare const scrollX: number

/**
 * Keeps the page as wide as it is now when its sheet is wider: its content, and what is placed by the edges of the viewport.
 */
export function pinRoot(): void {
  const root = document.documentElement
  const declarations = {
    'box-sizing': 'border-box',
    width: `${root.offsetWidth}px`,
    'min-width': '0',
    'max-width': 'none',
    'margin-left': `${root.getBoundingClientRect().left + scrollX}px`,
    'margin-right': '0',
    // Makes it the container of elements with a fixed or absolute position.
    transform: 'translate(0)',
  }
  for (const [name, value] of Object.entries(declarations)) root.style.setProperty(name, value, 'important')
}

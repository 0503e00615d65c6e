// Serialised into the page: no imports, no closures.

/** The box of the first match in CSS pixels of the document, after it was scrolled into view. */
export type Measured = { x: number; y: number; width: number; height: number } | 'missing' | 'invalid'

interface Element {
  scrollIntoView(options: { block: 'nearest'; inline: 'nearest'; behavior: 'instant' }): void
  getBoundingClientRect(): { left: number; top: number; right: number; bottom: number }
}
declare const document: { querySelector(selector: string): Element | null }
declare const scrollX: number
declare const scrollY: number

export function measureElement(selector: string): Measured {
  let element: Element | null
  try {
    element = document.querySelector(selector)
  } catch {
    return 'invalid'
  }
  if (!element) return 'missing'
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  const x = Math.floor(box.left + scrollX)
  const y = Math.floor(box.top + scrollY)
  return { x, y, width: Math.ceil(box.right + scrollX) - x, height: Math.ceil(box.bottom + scrollY) - y }
}

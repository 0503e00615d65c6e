// Serialised into the page: no imports, no closures.

interface Element {
  scrollHeight: number
  getBoundingClientRect(): { width: number; height: number }
}
declare const document: { querySelector(selector: string): Element | null }

/** The size of the first match in whole CSS pixels, with what overflows below. */
export function measureContent(selector: string): { width: number; height: number } | 'missing' | 'invalid' {
  let element: Element | null
  try {
    element = document.querySelector(selector)
  } catch {
    return 'invalid'
  }
  if (!element) return 'missing'
  const { width, height } = element.getBoundingClientRect()
  return { width: Math.ceil(width), height: Math.ceil(Math.max(height, element.scrollHeight)) }
}

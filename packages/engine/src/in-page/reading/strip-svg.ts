// The function here is serialised into the page, so it cannot import values or use closures.

interface SvgElement {
  remove(): void
  getBoundingClientRect(): { readonly width: number; readonly height: number }
}

declare const document: {
  readonly contentType: string
  readonly documentElement: SvgElement
  querySelectorAll(selector: string): Iterable<SvgElement>
  adoptedStyleSheets: object[]
}

/**
 * Removes embedded documents and style sheets of scripts from a document that is an SVG, and returns its size in CSS pixels.
 * Returns 'other' for any other document.
 */
export function stripSvg(): { width: number; height: number } | 'other' {
  if (document.contentType !== 'image/svg+xml') return 'other'
  const { width, height } = document.documentElement.getBoundingClientRect()
  for (const element of document.querySelectorAll('iframe, object, embed')) element.remove()
  document.adoptedStyleSheets = []
  return { width: Math.ceil(width), height: Math.ceil(height) }
}

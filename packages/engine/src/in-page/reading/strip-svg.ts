declare const document: {
  readonly contentType: string
  readonly documentElement: { getBoundingClientRect(): { readonly width: number; readonly height: number } }
  adoptedStyleSheets: object[]
}

/**
 * Removes the style sheets of scripts from a document that is an SVG, and returns its size in CSS pixels. Returns 'other' for
 * any other document.
 */
export function stripSvg(): { width: number; height: number } | 'other' {
  if (document.contentType !== 'image/svg+xml') return 'other'
  const { width, height } = document.documentElement.getBoundingClientRect()
  document.adoptedStyleSheets = []
  return { width: Math.ceil(width), height: Math.ceil(height) }
}

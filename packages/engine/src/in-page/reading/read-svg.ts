// The function here is serialised into the page, so it cannot import values or use closures.

interface SvgElement {
  readonly localName: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  removeAttribute(name: string): void
  remove(): void
  cloneNode(deep: true): SvgElement
  querySelectorAll(selector: '*'): Iterable<SvgElement>
  getBoundingClientRect(): { readonly width: number; readonly height: number }
}

declare const document: { readonly contentType: string; readonly documentElement: SvgElement }
declare const XMLSerializer: new () => { serializeToString(node: unknown): string }

/** An SVG document without what could run, and its size in CSS pixels. */
export interface SvgMarkup {
  text: string
  width: number
  height: number
}

/** Reads the document when it is an SVG, without its scripts and handlers; returns 'invalid' for any other document. */
export function readSvg(): SvgMarkup | 'invalid' {
  if (document.contentType !== 'image/svg+xml') return 'invalid'
  const { width, height } = document.documentElement.getBoundingClientRect()
  const root = document.documentElement.cloneNode(true)
  for (const element of [root, ...root.querySelectorAll('*')])
    if (runs(element)) element.remove()
    else for (const { name } of Array.from(element.attributes).filter(runsCode)) element.removeAttribute(name)
  return {
    text: new XMLSerializer().serializeToString(root),
    width: Math.ceil(width),
    height: Math.ceil(height),
  }

  function runs({ localName }: SvgElement): boolean {
    return ['script', 'handler', 'listener', 'foreignObject', 'iframe', 'object', 'embed'].includes(localName)
  }

  function runsCode({ name, value }: { name: string; value: string }): boolean {
    return (
      /^on/i.test(name) ||
      /^\s*(?:javascript|vbscript|data:text\/html)/i.test(value.replace(/[\s\p{Cc}]+/gu, ''))
    )
  }
}

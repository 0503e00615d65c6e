// The function here is serialised into the page, so it cannot import values or use closures.

interface SymbolElement {
  readonly localName: string
  readonly namespaceURI: string | null
  readonly attributes: Iterable<{ name: string; value: string }>
  innerHTML: string
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  remove(): void
  querySelectorAll(selector: '*'): Iterable<SymbolElement>
}

declare const DOMParser: new () => {
  parseFromString(text: string, type: 'image/svg+xml'): { readonly documentElement: SymbolElement }
}

/** Reads an SVG file as markup that shows nothing by itself. Ids in it begin with the prefix; undefined for other files. */
export function readSymbols({ svg, prefix }: { svg: string; prefix: string }): string | undefined {
  const SVG = 'http://www.w3.org/2000/svg'
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  if (root.localName !== 'svg' || root.namespaceURI !== SVG) return undefined
  for (const element of root.querySelectorAll('*'))
    if (element.namespaceURI !== SVG || runs(element.localName)) element.remove()
    else clean(element)
  const hidden =
    'position:absolute width:0 height:0 min-width:0 min-height:0 border:0 padding:0 overflow:hidden'
  const style = hidden.replaceAll(/(?= |$)/g, '!important;')
  // Inside of another drawing only the attributes count.
  return `<svg aria-hidden="true" width="0" height="0" style="${style}">${withoutSections(root.innerHTML)}</svg>`

  /** HTML has other rules for what begins with `<!` and `<?`. */
  function withoutSections(markup: string): string {
    const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return markup
      .replaceAll('\0', '')
      .replaceAll(/<!\[CDATA\[(.*?)\]\]>/gs, (_, text: string) => escape(text).replaceAll('>', '&gt;'))
      .replaceAll(/<!--.*?-->|<[!?][^>]*>/gs, '')
  }

  function runs(name: string): boolean {
    return /^(?:script|handler|listener|foreignObject|animate.*|set|a|iframe|object|embed|meta|base|link|image|feImage)$/i.test(
      name,
    )
  }

  function clean(element: SymbolElement): void {
    for (const { name, value } of Array.from(element.attributes)) {
      if (/^on/i.test(name) || /^\s*\w*script:/i.test(value.replace(/[\s\p{Cc}]+/gu, '')))
        element.removeAttribute(name)
      else if (name === 'id') element.setAttribute('id', prefix + value)
      else if (/^(?:xlink:)?href$/.test(name) && value.startsWith('#'))
        element.setAttribute(name, `#${prefix}${value.slice(1)}`)
      else if (value.includes('url('))
        element.setAttribute(name, value.replaceAll(/url\((\s*["']?)#/g, `url($1#${prefix}`))
    }
  }
}

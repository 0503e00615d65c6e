import type { SymbolFile } from '../../self-contained/placeholders.ts'
import { SVG } from './this-document.ts'

/** The text of a file, and how it is written. */
export interface SymbolText extends Omit<SymbolFile, 'address'> {
  svg: string
}

interface SymbolElement {
  readonly localName: string
  readonly namespaceURI: string | null
  readonly attributes: Iterable<{ name: string; value: string }>
  readonly innerHTML: string
  readonly outerHTML: string
  textContent: string
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  remove(): void
  querySelectorAll(selector: '*'): Iterable<SymbolElement>
}

interface Rule {
  readonly cssText: string
  selectorText: string
  readonly style: { readonly cssText: string }
}

interface Rules {
  readonly cssRules: ArrayLike<Rule & Rules>
  deleteRule(index: number): void
}

declare const CSSStyleSheet: new () => Rules & { replaceSync(css: string): void }
declare const CSSStyleRule: new () => object
declare const CSSConditionRule: new () => object

declare const DOMParser: new () => {
  parseFromString(text: string, type: 'image/svg+xml'): { readonly documentElement: SymbolElement }
}

/**
 * Reads an SVG file as markup that shows nothing by itself; undefined for other files. Its ids and classes begin with the
 * prefix, and its style sheets apply to it alone. Pictures and addresses of other files are left out, because browsers do not
 * load them for such a file either.
 */
export function readSymbols({ svg, prefix, isWhole }: SymbolText): string | undefined {
  const MARK = `data-${prefix}file`
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  if (root.localName !== 'svg' || root.namespaceURI !== SVG) return undefined
  const elements = [...(isWhole ? [root] : []), ...root.querySelectorAll('*')]
  const isStyled = elements.some(({ localName }) => localName === 'style')
  for (const element of elements)
    if (element.namespaceURI !== SVG || runs(element.localName)) element.remove()
    else {
      clean(element)
      if (isStyled) element.setAttribute(MARK, '')
      if (element.localName === 'style') element.textContent = scoped(element.textContent)
    }
  if (isWhole) root.setAttribute('id', prefix)
  const hidden =
    'position:absolute width:0 height:0 min-width:0 min-height:0 border:0 padding:0 overflow:hidden'
  const style = hidden.replaceAll(/(?= |$)/g, '!important;')
  // Inside of another drawing only the attributes count.
  return `<svg aria-hidden="true" width="0" height="0" style="${style}">${withoutSections(isWhole ? root.outerHTML : root.innerHTML)}</svg>`

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
      const isActive = /^on/i.test(name) || /^\s*\w*script:/i.test(value.replace(/[\s\p{Cc}]+/gu, ''))
      if (isActive || value.includes('\\')) element.removeAttribute(name)
      else if (name === 'id') element.setAttribute('id', prefix + value)
      else if (name === 'class')
        element.setAttribute('class', value.trim().replaceAll(/(^|\s+)/g, ` ${prefix}`))
      else if (/^(?:xlink:)?href$/.test(name) && value.startsWith('#'))
        element.setAttribute(name, `#${prefix}${value.slice(1)}`)
      else if (/url\(/i.test(value)) element.setAttribute(name, withOwnIds(value))
    }
  }

  function withOwnIds(css: string): string {
    return css.replaceAll(
      /url\(\s*(["']?)(.*?)\1\s*\)/gis,
      (_, quote: string, address: string) =>
        `url(${quote}${/^data:/i.test(address) ? address : `#${address.startsWith('#') ? prefix + address.slice(1) : ''}`}${quote})`,
    )
  }

  function scoped(css: string): string {
    const sheet = new CSSStyleSheet()
    // A sheet of this kind has no imports.
    sheet.replaceSync(css)
    scope(sheet)
    return withOwnIds(Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n'))
  }

  /** Rules apply to a copy of each drawing, in which there is no element around them to select. */
  function scope(rules: Rules): void {
    for (let index = rules.cssRules.length - 1; index >= 0; index -= 1) {
      const rule = rules.cssRules[index]!
      if (rule instanceof CSSStyleRule && !/\\|image-set\(|src\(/i.test(rule.style.cssText)) {
        while (rule.cssRules.length > 0) rule.deleteRule(0)
        const own = rule.selectorText.replaceAll(/(?<!\\)([.#])(?=[^\d\s])/g, `$1${prefix}`)
        rule.selectorText = `:is(${own}):where([${MARK}])`
      } else if (rule instanceof CSSConditionRule) scope(rule)
      else rules.deleteRule(index)
    }
  }
}

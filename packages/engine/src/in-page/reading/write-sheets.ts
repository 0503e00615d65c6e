import { allElements } from '../finding/all-elements.ts'
import { appendStyle } from '../styling/append-style.ts'

interface Sheet {
  readonly cssRules: Iterable<{ readonly cssText: string }>
  readonly disabled: boolean
  readonly media: { readonly mediaText: string }
  readonly ownerNode: { readonly localName: string } | null
}
interface Root {
  readonly adoptedStyleSheets: Iterable<Sheet>
  readonly styleSheets: Iterable<Sheet>
  append(child: Appended): void
}
interface Appended {
  textContent: string
  setAttribute(name: string, value: string): void
  append(child: Appended): void
  remove(): void
}
/** Declares a global variable of our world. */
interface Writing {
  renderWritten?: { remove(): void }[]
}

declare const document: Root
declare const Document: { prototype: { createElementNS(namespace: string, name: string): Appended } }

/**
 * Writes, until `removeWrittenSheets`, the style sheets that an archive of the browser leaves out: those that no element
 * contains, and those of style elements in shadow trees, up to 20 million characters.
 */
export function writeSheets(): void {
  const MAX_LENGTH = 20_000_000
  const texts = new Map<Sheet, string>()
  let length = 0
  const written: { remove(): void }[] = []
  const ofDocument = textOf([...document.adoptedStyleSheets])
  if (ofDocument) written.push(appendStyle(ofDocument))
  for (const { shadowRoot } of allElements()) {
    const root = shadowRoot as Root | null
    const inElements = [...(root?.styleSheets ?? [])].filter(
      ({ ownerNode }) => ownerNode?.localName === 'style',
    )
    const css = textOf([...inElements, ...(root?.adoptedStyleSheets ?? [])])
    length += css.length
    if (length > MAX_LENGTH) break
    if (css) written.push(appendDrawing(root!, css))
  }
  ;(globalThis as Writing).renderWritten = written

  function textOf(sheets: Sheet[]): string {
    const parts = sheets.filter(({ disabled }) => !disabled).map((sheet) => texts.get(sheet) ?? write(sheet))
    return parts.join('\n')
  }

  /** Components share sheets. */
  function write(sheet: Sheet): string {
    const { mediaText } = sheet.media
    const rules = Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n')
    const text = mediaText ? `@media ${mediaText} {\n${rules}\n}` : rules
    texts.set(sheet, text)
    return text
  }

  /** A style element of SVG is kept in shadow trees. */
  function appendDrawing(root: Root, css: string): Appended {
    const create = (name: string) =>
      Document.prototype.createElementNS.call(document, 'http://www.w3.org/2000/svg', name)
    const [drawing, style] = [create('svg'), create('style')]
    drawing.setAttribute('style', 'display: none !important')
    style.textContent = css
    drawing.append(style)
    root.append(drawing)
    return drawing
  }
}

export function removeWrittenSheets(): void {
  for (const element of (globalThis as Writing).renderWritten ?? []) element.remove()
}

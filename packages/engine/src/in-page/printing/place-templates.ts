import { setStyles } from '../styling/set-styles.ts'
import type { Templates } from './read-template.ts'

/** A page of the document, in CSS pixels. */
export interface TemplateSheet {
  width: number
  height: number
  /** The name of its size in `@page` rules. */
  size: string
  pageNumber: number
}

/** Header or footer of all pages. */
export interface Template {
  name: 'header' | 'footer'
  /** CSS pixels. */
  height: number
  /** The new text of each part of the template; null removes the part. */
  parts: (string | null)[]
}

interface Element {
  id: string
  textContent: string
  className: string
  readonly style: { cssText: string }
  readonly offsetHeight: number
  append(...children: object[]): void
  getElementsByClassName(name: string): Iterable<Element>
}
interface Fragment {
  append(...children: object[]): void
  querySelectorAll(selector: string): Iterable<object>
  cloneNode(isDeep: true): object
}
interface Rule {
  readonly styleSheet?: Sheet | null
}
interface Sheet {
  readonly cssRules: Iterable<Rule>
}

declare const document: {
  readonly head: Element
  readonly body: Element & { replaceChildren(): void }
  readonly images: Iterable<{ readonly complete: boolean }>
  readonly styleSheets: Iterable<Sheet>
  readonly fonts: { readonly status: 'loading' | 'loaded' }
  createElement(name: string): Element
  createDocumentFragment(): Fragment
}
declare const CSSImportRule: new () => Rule

interface World extends Templates {
  renderFilled?: { name: string; height: number; content: Fragment }[]
}

/** Fills the templates and adds their styles, and those of the pages, to the document. */
export function fillTemplates({ templates, css }: { templates: Template[]; css: string }): void {
  const world = globalThis as World
  const add = (style: string): void => {
    const element = document.createElement('style')
    element.textContent = style
    document.head.append(element)
  }
  add(css)
  world.renderFilled = templates.map(({ name, height, parts }) => {
    const template = world.renderTemplates![name]!
    for (const [index, part] of template.parts.entries()) part.replace(parts[index] ?? null)
    const content = document.createDocumentFragment()
    for (const side of ['head', 'body'] as const)
      content.append(...(template.markup[side] as { childNodes: Iterable<object> }).childNodes)
    document.head.append(...content.querySelectorAll('style'))
    return { name, height, content }
  })
}

interface SheetPlacement {
  sheets: TemplateSheet[]
  texts: Record<string, string>
}

/** Lays out header and footer of pages, each page on a sheet of its own; those laid out before are removed. */
export function placeSheets({ sheets, texts }: SheetPlacement): void {
  document.body.replaceChildren()
  for (const { width, height, size, pageNumber } of sheets) {
    const sheet = document.createElement('render-sheet')
    // No style of a template changes these.
    setStyles(sheet, {
      page: size,
      width: `${width}px`,
      height: `${height}px`,
      display: 'flex',
      contain: 'strict',
    })
    for (const filled of (globalThis as World).renderFilled!) {
      const element = document.createElement('div')
      element.id = filled.name
      element.style.cssText = `height: ${filled.height}px`
      element.append(filled.content.cloneNode(true))
      for (const [name, text] of Object.entries({ ...texts, pageNumber: String(pageNumber) }))
        for (const shown of element.getElementsByClassName(name)) shown.textContent = text
      sheet.append(element)
    }
    document.body.append(sheet)
  }
}

/** Returns whether all pictures, imported style sheets and fonts of the templates are loaded. */
export function areTemplatesLoaded(): boolean {
  const sheets = [...document.styleSheets]
  for (const { cssRules } of sheets)
    for (const rule of cssRules) {
      if (!(rule instanceof CSSImportRule)) continue
      if (!rule.styleSheet) return false
      sheets.push(rule.styleSheet)
    }
  // Fonts begin to load when text in them is laid out.
  return (
    document.body.offsetHeight >= 0 &&
    [...document.images].every(({ complete }) => complete) &&
    document.fonts.status === 'loaded'
  )
}

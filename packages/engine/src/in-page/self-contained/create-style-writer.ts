import type { RecordedFont } from '../main-world/record-fonts.ts'
import type { RecordedProperty, RuleTexts } from '../main-world/record-rules.ts'
import type { DomNode } from '../reading/create-dom-reader.ts'
import type { WriteAttributes } from './create-attribute-writer.ts'
import { createSheetFilter, type Sheet } from './create-sheet-filter.ts'
import { findRuleTexts } from './find-rule-texts.ts'
import { escape, placeholder } from './markup.ts'
import { readRecords } from './read-records.ts'
import { base, dom, HTML, isXml, root, SVG } from './this-document.ts'

export interface Styles {
  /** Writes a `style` element; nothing when it styles nothing. */
  style: (element: DomNode) => string
  /** Writes the style sheet of a `link` element. */
  link: (element: DomNode) => string
  /** Writes the style sheets of `<?xml-stylesheet?>`. */
  instructed: () => string
  /** Writes the style sheets that scripts added to a document or a shadow tree. */
  adopted: (sheets: Iterable<Sheet>) => string
  /** Writes the custom properties that scripts registered. */
  properties: () => string
  /** Writes the fonts that scripts made. */
  fonts: () => string
  /** Returns how many fonts of scripts are too large. */
  unreadable: () => number
}

declare const CSSStyleSheet: new () => Sheet & { replaceSync(css: string): void }

const MAX_FONTS = 200

export function createStyleWriter(writeAttributes: WriteAttributes): Styles {
  const { isUsed, isAlternate } = createSheetFilter()
  const sheets = dom.ofDocument('styleSheets') as ArrayLike<Sheet>
  const changed = new Set(readRecords('rules').map((index) => sheets[Number(index)]))
  const recorded = (readRecords('texts') as RuleTexts).filter(
    (each) => Array.isArray(each) && each.every((text) => typeof text === 'string'),
  )
  /** The texts of scripts for rules, and for whole style sheets. */
  const texts = new Map([...recorded.flatMap(([, text]) => [...findRuleTexts(text)]), ...recorded])
  let unreadable = 0
  return { style, link, instructed, adopted, properties, fonts, unreadable: () => unreadable }

  function style(element: DomNode): string {
    const { sheet } = element as { sheet: Sheet | null }
    if (!sheet) return ''
    const isHtml = dom.namespaceURI(element) === HTML
    const within = isHtml && !isXml ? 'style' : 'xml'
    const css = textOf(element, sheet)
    const unused: Record<string, string> = isUsed(sheet) ? {} : { media: 'not all' }
    const start = `<style${writeAttributes(element, { type: null, title: null, ...unused })}>`
    return `${start}${placeholder({ kind: 'css', css, base, within })}</style>`
  }

  function link(element: DomNode): string {
    const { sheet, href } = element as { sheet: Sheet | null; href: string }
    const isOff =
      dom.attribute(element, 'disabled') !== null || (sheet ? !isUsed(sheet) : isAlternate(element))
    if (isOff || !href) return ''
    const named = ['id', 'class', 'media']
      .map((name) => [name, dom.attribute(element, name)] as const)
      .map(([name, value]) => (value === null ? '' : ` ${name}="${escape(value)}"`))
    return linked(sheet, href, named.join(''))
  }

  function instructed(): string {
    const namespace = root && dom.namespaceURI(root) === SVG ? SVG : HTML
    return Array.from(sheets)
      .filter((sheet) => sheet.ownerNode && dom.nodeType(sheet.ownerNode) === 7 && isUsed(sheet))
      .map((sheet) => {
        return linked(sheet, sheet.href ?? base, mediaOf(sheet), isXml ? ` xmlns="${namespace}"` : '')
      })
      .join('')
  }

  function linked(sheet: Sheet | null, href: string, named: string, namespace = ''): string {
    const within = isXml ? 'xml' : 'style'
    const rules = sheet && changed.has(sheet) ? readRules(sheet) : undefined
    if (!rules)
      return placeholder({
        kind: 'sheet',
        sheet: href,
        hasRules: hasRules(sheet),
        attributes: named,
        namespace,
        within,
      })
    const css = placeholder({
      kind: 'rules',
      rules: rules.map((rule) => textFor(rule) ?? rule),
      file: href,
      base: sheet?.href ?? base,
      within,
    })
    return `<style${namespace}${named}>${css}</style>`
  }

  function mediaOf({ media }: Sheet): string {
    return media.mediaText ? ` media="${escape(media.mediaText)}"` : ''
  }

  function adopted(sheets: Iterable<Sheet>): string {
    return [...sheets]
      .filter((sheet) => !sheet.disabled)
      .map((sheet) => {
        const css = cssOf(rulesOf(sheet))
        return `<style${mediaOf(sheet)}>${placeholder({ kind: 'css', css, base, within: isXml ? 'xml' : 'style' })}</style>`
      })
      .join('')
  }

  function properties(): string {
    const all = readRecords('properties') as RecordedProperty[]
    const css = all.flatMap(({ name, syntax, inherits, initialValue }) => {
      const initial = initialValue === undefined ? '' : `; initial-value: ${initialValue}`
      return rulesFor(
        `@property ${name} { syntax: ${JSON.stringify(syntax)}; inherits: ${inherits}${initial} }`,
        '@property',
      )
    })
    if (css.length === 0) return ''
    const within = isXml ? 'xml' : 'style'
    return `<style>${placeholder({ kind: 'css', css: css.join('\n'), base, within })}</style>`
  }

  function fonts(): string {
    const all = (readRecords('fonts') as RecordedFont[]).slice(0, MAX_FONTS)
    unreadable += all.filter(({ source }) => source === null).length
    const named = all.flatMap((font) => (typeof font.source === 'string' ? fontFace(font, font.source) : []))
    // They have no addresses to replace, and may be long.
    const made = all.flatMap((font) =>
      font.source && typeof font.source === 'object' ? fontFace(font, addressOf(font.source)) : [],
    )
    const css = placeholder({
      kind: 'css',
      css: named.join('\n'),
      base,
      within: isXml ? 'xml' : 'style',
    })
    return (
      (named.length > 0 ? `<style>${css}</style>` : '') +
      (made.length > 0
        ? `<style>${made.join('\n').replaceAll('<', '\\3c ').replaceAll('&', '\\26 ')}</style>`
        : '')
    )
  }

  function fontFace(font: RecordedFont, source: string): string[] {
    const range = font.unicodeRange ? `unicode-range: ${font.unicodeRange};` : ''
    return rulesFor(
      `@font-face { font-family: ${font.family}; font-style: ${font.style}; font-weight: ${font.weight};
      font-stretch: ${font.stretch}; ${range} src: ${source} }`,
      '@font-face',
    )
  }

  /** Returns the rules of one kind that the browser finds in a text. */
  function rulesFor(text: string, kind: string): string[] {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return rulesOf(sheet).filter((rule) => rule.startsWith(kind))
  }

  function addressOf(source: ArrayBuffer | ArrayBufferView): string {
    const { buffer, byteOffset, byteLength } = 'buffer' in source ? source : new Uint8Array(source)
    return `url(data:font/ttf;base64,${new Uint8Array(buffer, byteOffset, byteLength).toBase64()})`
  }

  /** Writes rules as scripts or the source of the style sheet did, where the browser leaves out what they say. */
  function cssOf(rules: string[], source = ''): string {
    const whole = textFor(rules.join('\n'))
    if (whole !== undefined) return whole
    const own = findRuleTexts(source)
    return rules.map((rule) => textFor(rule) ?? own.get(rule) ?? rule).join('\n')
  }

  /** Returns the text of a script for rules; undefined for one with an open bracket, which would change the rules after it. */
  function textFor(written: string): string | undefined {
    const text = texts.get(written)
    if (text === undefined || text.includes('@import')) return undefined
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`${text}\na{}`)
    const last = sheet.cssRules[sheet.cssRules.length - 1]
    return last?.cssText === 'a { }' ? text : undefined
  }

  /** Scripts may have changed the rules and not the text. The text is better where both are the same. */
  function textOf(element: DomNode, sheet: Sheet): string {
    const text = dom.textContent(element)
    const rules = rulesOf(sheet)
    const written = new CSSStyleSheet()
    written.replaceSync(text)
    // A sheet of this kind has no imports.
    const isSame = rulesOf(written).join('\n') === rules.filter((rule) => !/^@import/i.test(rule)).join('\n')
    return isSame ? text : cssOf(rules, text)
  }

  /** Returns undefined for a style sheet of another origin. */
  function hasRules(sheet: Sheet | null): boolean | undefined {
    try {
      return sheet !== null && sheet.cssRules.length > 0
    } catch {
      return undefined
    }
  }

  /** Returns nothing for a style sheet of another origin. */
  function readRules(sheet: Sheet): string[] | undefined {
    try {
      return rulesOf(sheet)
    } catch {
      return undefined
    }
  }

  function rulesOf({ cssRules }: Sheet): string[] {
    return Array.from(cssRules, ({ cssText }) => cssText)
  }
}

import type { Inline, Link, Span } from '../document/document.ts'
import type { Settings } from '../settings.ts'
import { writeCodeSpan, writeTarget } from './escape.ts'
import { marksOf, type EmphasisStyle } from './marks.ts'

/** A part of a line in the order it is written. */
export type Piece = TextPiece | RawPiece | Delimiter | { kind: 'break' }

export interface TextPiece {
  kind: 'text'
  text: string
  isInBrackets: boolean
}

/** Written as it is. */
interface RawPiece {
  kind: 'raw'
  text: string
  /** True for code, formulas and markup, which a backtick before them could change. */
  isCode?: true
}

/** Begins or ends emphasis; the character is decided when all neighbours are known. */
export interface Delimiter {
  kind: 'open' | 'close'
  style: EmphasisStyle
  /** The other end. */
  partner?: Delimiter
  char: string
}

/** `line`: ends with the paragraph; `heading`: cannot break; `cell`: breaks as markup. */
export type Place = 'line' | 'heading' | 'cell'

/** Flattens inline content. */
export function toPieces(inlines: readonly Inline[], settings: Settings, place: Place): Piece[] {
  const pieces: Piece[] = []
  const isPlain = settings.language === 'Plain'
  const isInCell = place === 'cell'
  walk(inlines, false)
  return pieces

  function walk(list: readonly Inline[], isInBrackets: boolean): void {
    for (const inline of list) add(inline, isInBrackets)
  }

  function add(inline: Inline, isInBrackets: boolean): void {
    const text = isPlain ? plainTextOf(inline) : undefined
    if (text !== undefined) return addText(text, isInBrackets)
    switch (inline.type) {
      case 'text':
        return addText(place === 'line' ? inline.text : inline.text.replaceAll('\n', ' '), isInBrackets)
      case 'code':
        return addRaw(writeCodeSpan(inline.text, isInCell), true)
      case 'math':
        return addRaw(writeMath(inline.tex, settings, isInCell), true)
      case 'footnote':
        return addRaw(`[^${inline.label}]`)
      case 'html':
        return addRaw(inline.markup, true)
      case 'break':
        return addBreak(inline.isWanted === true, isInBrackets)
      case 'image':
        addRaw('![')
        addText(inline.alt, true)
        return addRaw(`]${writeTarget(inline, isInCell, settings.language)}`)
      case 'link':
        return addLink(inline, isInBrackets)
      case 'span':
        return addSpan(inline, isInBrackets)
      default:
        return inline satisfies never
    }
  }

  function addText(text: string, isInBrackets: boolean): void {
    if (text === '') return
    const last = pieces.at(-1)
    if (last?.kind === 'text' && last.isInBrackets === isInBrackets) last.text += text
    else pieces.push({ kind: 'text', text, isInBrackets })
  }

  function addRaw(text: string, isCode?: true): void {
    if (text !== '') pieces.push({ kind: 'raw', text, isCode })
  }

  function addBreak(isWanted: boolean, isInBrackets: boolean): void {
    if (place === 'line') pieces.push({ kind: 'break' })
    else if (isInCell && (isWanted || settings.breaksInTables) && settings.language === 'Markdown')
      addRaw('<br>', true)
    else addText(' ', isInBrackets)
  }

  function addLink({ address, written, title, children }: Link, isInBrackets: boolean): void {
    if (isPlain) return walk(children, isInBrackets)
    const [only, ...others] = children
    const text = only?.type === 'text' && others.length === 0 ? only.text : undefined
    const auto = text === undefined ? undefined : autolinkOf(text, address, written, isInCell)
    if (auto !== undefined && settings.autolinks && !settings.defaultTitle && !title)
      return addRaw(`<${auto}>`)
    addRaw('[')
    walk(children, true)
    const shown = title ?? (auto !== undefined && settings.defaultTitle ? written : undefined)
    addRaw(`]${writeTarget({ address, title: shown }, isInCell, settings.language)}`)
  }

  function addSpan({ style, children }: Span, isInBrackets: boolean): void {
    const marks = marksOf(style, settings)
    if (typeof marks === 'string') {
      const open: Delimiter = { kind: 'open', style: marks, char: '' }
      const close: Delimiter = { kind: 'close', style: marks, char: '', partner: open }
      open.partner = close
      pieces.push(open)
      walk(children, isInBrackets)
      pieces.push(close)
      return
    }
    addRaw(marks[0])
    walk(children, isInBrackets)
    addRaw(marks[1])
  }
}

/** Returns what plain text has of content that is written as something else otherwise. */
function plainTextOf(inline: Inline): string | undefined {
  switch (inline.type) {
    case 'code':
      return inline.text
    case 'math':
      return inline.tex
    case 'footnote':
      return `[${inline.label}]`
    case 'image':
      return inline.alt
    default:
      return undefined
  }
}

/** Returns the text of a link that can be written as an autolink. */
function autolinkOf(text: string, address: string, written: string, isInCell: boolean): string | undefined {
  // A cell ends at a bar, which cannot be escaped here.
  if (/[\s<>\\]/.test(text) || (isInCell && text.includes('|'))) return undefined
  const isAddress = /^[a-z][a-z0-9+.-]{1,31}:/i.test(text) && (text === written || text === address)
  if (isAddress) return text
  return /^mailto:/i.test(written) && written.slice(7) === text && /^[^\s@:]+@[a-z0-9.-]+$/i.test(text)
    ? text
    : undefined
}

export function writeMath(tex: string, { language }: Settings, isInCell = false): string {
  const source = isInCell ? tex.replaceAll('|', String.raw`\vert `) : tex
  return language === 'Djot' ? `$${writeCodeSpan(source, false)}` : `$${source}$`
}

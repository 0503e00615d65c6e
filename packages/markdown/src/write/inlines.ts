import type { Inline } from '../document/document.ts'
import type { Settings } from '../settings.ts'
import { placeDelimiters } from './delimiters.ts'
import { escapeText } from './escape.ts'
import { toPieces, type Delimiter, type Piece, type Place } from './pieces.ts'
import { keptTogether, wrapLines } from './wrap.ts'

const LENGTHS: Record<Delimiter['style'], number> = { emphasis: 1, strong: 2, deletion: 2 }

/** A tag that would make the line, and those after it, markup. */
const BLOCK_TAG = /^<(?!(?:br|mark|sub|sup)>)\/?[a-z][a-z0-9-]*[\s>]/i
const NOTHING = '&#8203;'

/** Writes inline content as the lines of a paragraph, or as one line. */
export function writeInlines(
  inlines: readonly Inline[],
  settings: Settings,
  place: Place = 'line',
): string[] {
  const pieces = placeDelimiters(toPieces(inlines, settings, place), settings)
  const isWrapped = place === 'line' && Number.isFinite(settings.wrapWidth)
  const hasCode = pieces.some((piece) => piece.kind === 'raw' && piece.isCode)
  let out = ''
  let isLineStart = true
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]!
    switch (piece.kind) {
      case 'text': {
        const { text, isInBrackets } = piece
        const next = firstOf(pieces[index + 1])
        const isInCell = place === 'cell'
        const around = { isLineStart, next, isInBrackets, isInCell, hasCode }
        const isBeforeTag = next === '<' && text.endsWith('\n')
        out += escapeText(isBeforeTag ? `${text.slice(0, -1)} ` : text, around, settings)
        isLineStart = text.endsWith('\n') && !isBeforeTag
        continue
      }
      case 'raw':
        if (isLineStart && BLOCK_TAG.test(piece.text)) out += NOTHING
        out += isWrapped ? keptTogether(piece.text) : piece.text
        break
      case 'break':
        out += settings.language === 'Plain' ? '\n' : isBackslash(settings) ? '\\\n' : '  \n'
        isLineStart = true
        continue
      default:
        out += piece.char.repeat(LENGTHS[piece.style])
    }
    isLineStart = false
  }
  if (isWrapped) return wrapLines(out, settings.wrapWidth)
  return out.includes('\n') ? out.split('\n') : [out]
}

function isBackslash({ lineBreak, language }: Settings): boolean {
  return lineBreak === 'Backslash' || language === 'Djot'
}

function firstOf(piece: Piece | undefined): string {
  if (!piece) return ''
  if (piece.kind === 'break') return '\n'
  return piece.kind === 'text' || piece.kind === 'raw' ? piece.text.charAt(0) : piece.char
}

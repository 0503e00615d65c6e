import type { Settings } from '../settings.ts'
import type { Piece, TextPiece } from './pieces.ts'

/** A run of one character of a text that readers of Markdown could take for delimiters. */
interface Literal {
  kind: 'literal'
  char: string
  length: number
}

export type PieceOrLiteral = Piece | Literal

/** Takes the runs of `*`, `_` and `~` that are written without escapes out of the texts of a line. */
export function withLiterals(pieces: readonly Piece[], settings: Settings): readonly PieceOrLiteral[] {
  const chars = literalChars(settings)
  const hasLiterals = pieces.some(
    (piece) => piece.kind === 'text' && Array.from(chars).some((char) => piece.text.includes(char)),
  )
  if (!hasLiterals) return pieces
  const runs = new RegExp(String.raw`([${chars}])\1*`, 'g')
  return pieces.flatMap((piece) => (piece.kind === 'text' ? split(piece, runs) : [piece]))
}

function literalChars(settings: Settings): string {
  if (settings.escapeAscii) return ''
  const { escapeAsterisks, escapeUnderscores, escapeMisc } = settings
  return `${escapeAsterisks ? '' : '*'}${escapeUnderscores ? '' : '_'}${escapeMisc ? '' : '~'}`
}

function split(piece: TextPiece, runs: RegExp): PieceOrLiteral[] {
  const parts: PieceOrLiteral[] = []
  let from = 0
  const addText = (to: number): void => {
    if (to > from) parts.push({ ...piece, text: piece.text.slice(from, to) })
  }
  for (const { 0: run, index } of piece.text.matchAll(runs)) {
    if (isInert(piece.text, index, run)) continue
    addText(index)
    parts.push({ kind: 'literal', char: run.charAt(0), length: run.length })
    from = index + run.length
  }
  if (parts.length === 0) return [piece]
  addText(piece.text.length)
  return parts
}

/** Returns whether what is around a run in its text keeps it from opening or closing emphasis. */
function isInert(text: string, index: number, run: string): boolean {
  const around = text.charAt(index - 1) + text.charAt(index + run.length)
  return /^\s\s$/.test(around) || (run.startsWith('_') && /^[a-z0-9]{2}$/i.test(around))
}

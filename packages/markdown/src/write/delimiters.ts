import { findMispaired } from './check-delimiters.ts'
import { charAfter, charBefore, flanking, isPunctuation, isWord } from './flanking.ts'
import { withLiterals, type PieceOrLiteral } from './literals.ts'
import type { Delimiter, Piece, TextPiece } from './pieces.ts'
import type { Settings } from '../settings.ts'

const MAX_REPAIRS = 30

/**
 * Decides the character of each delimiter of emphasis, so that a reader of Markdown finds the same emphasis again; emphasis
 * that it could not find is left out. Where blanks or punctuation at an edge would hide a delimiter, these are put outside.
 */
export function placeDelimiters(given: readonly Piece[], settings: Settings): readonly Piece[] {
  if (given.every(({ kind }) => kind !== 'open')) return given
  const placed = outsidePunctuation(outsideBlanks(given))
  const { emphasis } = settings
  const left = new Set<PieceOrLiteral>()
  const kept = (): readonly Piece[] => (left.size === 0 ? placed : placed.filter((piece) => !left.has(piece)))
  let pieces = withLiterals(placed, settings)
  for (let repairs = 0; repairs < MAX_REPAIRS; repairs += 1) {
    // Within a word, emphasis in emphasis needs the same character; elsewhere another one.
    chooseAll(pieces, emphasis, true)
    if (findMispaired(pieces) === undefined) return kept()
    chooseAll(pieces, emphasis, false)
    const wrong = findMispaired(pieces)
    if (wrong === undefined) return kept()
    if (wrong === 'many') break
    left.add(wrong).add(wrong.partner!)
    pieces = pieces.filter((piece) => !left.has(piece))
  }
  return placed.filter(({ kind }) => kind !== 'open' && kind !== 'close')
}

/** Puts blanks at the inner edge of delimiters outside of them, such as those at which no line may break. */
function outsideBlanks(given: readonly Piece[]): Piece[] {
  const pieces: Piece[] = []
  for (const piece of given) {
    const last = pieces.at(-1)
    if (piece.kind === 'text' && last?.kind === 'open') {
      const [outside, inside] = splitAt(piece, /^\s*/.exec(piece.text)![0].length)
      pieces.splice(pieces.findLastIndex(({ kind }) => kind !== 'open') + 1, 0, ...outside)
      pieces.push(...inside)
    } else if (piece.kind === 'close' && last?.kind === 'text') {
      const [inside, outside] = splitAt(last, last.text.trimEnd().length)
      pieces.splice(-1, 1, ...inside, piece, ...outside)
    } else pieces.push(piece)
  }
  return pieces
}

/** Splits a text in two; a part without characters is left out. */
function splitAt(piece: TextPiece, at: number): [TextPiece[], TextPiece[]] {
  const part = (text: string): TextPiece[] => (text === '' ? [] : [{ ...piece, text }])
  return [part(piece.text.slice(0, at)), part(piece.text.slice(at))]
}

/** Puts punctuation at the inner edge of a delimiter outside of it, when a letter is on its other side. */
function outsidePunctuation(given: readonly Piece[]): Piece[] {
  const pieces: Piece[] = []
  for (let index = 0; index < given.length; index += 1) {
    const piece = given[index]!
    const last = pieces.at(-1)
    if (piece.kind === 'text' && last?.kind === 'open' && isWord(charBefore(pieces, pieces.length - 1))) {
      const outside = /^[\p{P}\p{S}]+\s*/u.exec(piece.text)?.[0] ?? ''
      const inside = piece.text.slice(outside.length)
      if (outside !== '') pieces.splice(-1, 0, { ...piece, text: outside })
      if (inside !== '') pieces.push({ ...piece, text: inside })
    } else if (piece.kind === 'close' && last?.kind === 'text' && isWord(charAfter(given, index))) {
      const outside = endingOf(last)
      pieces.pop()
      const inside = last.text.slice(0, last.text.length - outside.length)
      if (inside !== '') pieces.push({ ...last, text: inside })
      pieces.push(piece)
      if (outside !== '') pieces.push({ ...last, text: outside })
    } else pieces.push(piece)
  }
  const empty = new Set(
    pieces.flatMap((piece, index) =>
      piece.kind === 'open' && pieces[index + 1] === piece.partner ? [piece, piece.partner] : [],
    ),
  )
  return pieces.filter((piece) => !empty.has(piece as Delimiter))
}

function endingOf({ text }: TextPiece): string {
  if (!isPunctuation(text.at(-1) ?? '')) return ''
  let start = text.length
  while (start > 0 && /[\p{P}\p{S}\s]/u.test(text[start - 1]!)) start -= 1
  return text.slice(start)
}

interface Line {
  pieces: readonly PieceOrLiteral[]
  /** The number of literals up to each place that can open or close emphasis, by character. */
  literals: Record<string, number[]>
}

function chooseAll(pieces: readonly PieceOrLiteral[], preferred: '*' | '_', alternates: boolean): void {
  const line: Line = { pieces, literals: countLiterals(pieces) }
  const ends = new Map<PieceOrLiteral, number>()
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]!
    if (piece.kind === 'open') piece.char = piece.partner!.char = ''
    if (piece.kind === 'close') ends.set(piece, index)
  }
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]!
    if (piece.kind !== 'open') continue
    const char = choose(piece, index, ends.get(piece.partner!)!, line, preferred, alternates)
    piece.char = char
    piece.partner!.char = char
  }
}

function choose(
  { style }: Delimiter,
  from: number,
  to: number,
  line: Line,
  preferred: '*' | '_',
  alternates: boolean,
): string {
  if (style === 'deletion') return '~'
  const { pieces } = line
  const chars = preferred === '*' ? ['*', '_'] : ['_', '*']
  const fitting = chars.filter(
    (char) => flanking(pieces, from, char).canOpen && flanking(pieces, to, char).canClose,
  )
  const clear = fitting.filter((char) => !hasLiteral(line, from, to, char))
  const fits = clear.length > 0 ? clear : fitting
  if (!alternates) return fits[0] ?? '*'
  const isBeside = (char: string): boolean =>
    [pieces[from - 1], pieces[to + 1]].some((each) => each && 'char' in each && each.char === char)
  return fits.find((char) => !isBeside(char)) ?? fits[0] ?? '*'
}

/** Returns whether a literal between two delimiters of a character would be taken for one of them. */
function hasLiteral(line: Line, from: number, to: number, char: string): boolean {
  const isLiteral = (at: number): boolean => {
    const piece = line.pieces[at]!
    return piece.kind === 'literal' && piece.char === char
  }
  const counts = line.literals[char]
  return isLiteral(from + 1) || isLiteral(to - 1) || (counts !== undefined && counts[from] !== counts[to])
}

/** Counts the literals up to each place that can open or close emphasis, by character. */
function countLiterals(pieces: readonly PieceOrLiteral[]): Line['literals'] {
  const literals: Line['literals'] = {}
  for (const char of ['*', '_']) {
    if (!pieces.some((piece) => piece.kind === 'literal' && piece.char === char)) continue
    let count = 0
    literals[char] = pieces.map((piece, index) => {
      if (piece.kind !== 'literal' || piece.char !== char) return count
      const { canOpen, canClose } = flanking(pieces, index, char)
      return canOpen || canClose ? (count += 1) : count
    })
  }
  return literals
}

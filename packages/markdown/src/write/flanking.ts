import type { PieceOrLiteral } from './literals.ts'

const BLANK = /^\s$/u
const PUNCTUATION = /^[\p{P}\p{S}]$/u

/** Returns whether delimiters of a character at a place can begin and end emphasis, by the rules of CommonMark. */
export function flanking(
  pieces: readonly PieceOrLiteral[],
  index: number,
  char: string,
  isFreeByTilde = false,
): { canOpen: boolean; canClose: boolean } {
  const left = charBefore(pieces, index, char)
  const right = charAfter(pieces, index, char)
  const isLeft = !BLANK.test(right) && (!PUNCTUATION.test(right) || !isWord(left))
  const isRight = !BLANK.test(left) && (!PUNCTUATION.test(left) || !isWord(right))
  if (char !== '_')
    return {
      canOpen: isLeft || (isFreeByTilde && right === '~'),
      canClose: isRight || (isFreeByTilde && left === '~'),
    }
  return {
    canOpen: isLeft && (!isRight || PUNCTUATION.test(left)),
    canClose: isRight && (!isLeft || PUNCTUATION.test(right)),
  }
}

/** The character before a place; delimiters of the given character belong to the place. */
export function charBefore(pieces: readonly PieceOrLiteral[], index: number, own?: string): string {
  for (let at = index - 1; ; at -= 1) {
    const piece = pieces[at]
    if (!piece || piece.kind === 'break') return ' '
    if ('text' in piece) return lastOf(piece.text)
    if (piece.char !== own) return piece.char || '*'
  }
}

export function charAfter(pieces: readonly PieceOrLiteral[], index: number, own?: string): string {
  for (let at = index + 1; ; at += 1) {
    const piece = pieces[at]
    if (!piece || piece.kind === 'break') return ' '
    if ('text' in piece) return String.fromCodePoint(piece.text.codePointAt(0)!)
    if (piece.char !== own) return piece.char || '*'
  }
}

export function isWord(char: string): boolean {
  return !BLANK.test(char) && !PUNCTUATION.test(char)
}

export function isPunctuation(char: string): boolean {
  return PUNCTUATION.test(char)
}

function lastOf(text: string): string {
  const last = text.codePointAt(text.length - 2)
  return last !== undefined && last > 0xffff ? String.fromCodePoint(last) : text.at(-1)!
}

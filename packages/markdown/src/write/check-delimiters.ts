import type { Delimiter, Piece } from './pieces.ts'
import { flanking } from './flanking.ts'

/** Delimiters of one character side by side, as a reader of Markdown takes them. */
interface Run {
  char: string
  /** Those that are not matched yet. */
  pieces: Delimiter[]
  length: number
  canOpen: boolean
  canClose: boolean
}

const LENGTHS: Record<Delimiter['style'], number> = { emphasis: 1, strong: 2, deletion: 2 }
const MAX_STEPS = 20_000

/** What readers of Markdown do differently. */
interface Reading {
  /** Delimiters beside a tilde can both begin and end emphasis. */
  isFreeByTilde: boolean
  /** The rule of three counts delimiters that are not matched yet, instead of all of a run. */
  countsRest: boolean
}

/** As `cmark` and `micromark` read. */
const READINGS: Reading[] = [
  { isFreeByTilde: false, countsRest: false },
  { isFreeByTilde: true, countsRest: true },
]

/**
 * Pairs the delimiters of a line as readers of Markdown do. Returns one that would be paired with another than its own
 * partner, or with none; 'many' when the line has too many to tell.
 */
export function findMispaired(pieces: readonly Piece[]): Delimiter | 'many' | undefined {
  for (const reading of READINGS) {
    const found = mispairedIn(pieces, reading)
    if (found !== undefined) return found
  }
  return undefined
}

function mispairedIn(pieces: readonly Piece[], reading: Reading): Delimiter | 'many' | undefined {
  const runs = runsOf(pieces, reading)
  const long = runs.find(({ char, length }) => char === '~' && length > LENGTHS.deletion)
  if (long) return long.pieces[0]
  let steps = 0
  for (let index = 0; index < runs.length; index += 1) {
    const closer = runs[index]!
    while (closer.canClose && closer.pieces.length > 0) {
      let at = index - 1
      while (at >= 0 && !isOpenerFor(runs[at]!, closer, reading)) {
        at -= 1
        if ((steps += 1) > MAX_STEPS) return 'many'
      }
      if (at < 0) break
      const opener = runs[at]!
      const [open, close] = [opener.pieces.pop()!, closer.pieces.shift()!]
      if (open.partner !== close) return close
      const left = [opener, closer].map((run) => lengthOf(run.pieces) + LENGTHS[close.style])
      if (close.style === 'emphasis' && Math.min(...left) >= 2) return close
      for (const between of runs.slice(at + 1, index)) if (between.pieces.length > 0) return between.pieces[0]
    }
  }
  return runs.flatMap((run) => run.pieces)[0]
}

function isOpenerFor(opener: Run, closer: Run, { countsRest }: Reading): boolean {
  if (opener.char !== closer.char || !opener.canOpen || opener.pieces.length === 0) return false
  if (closer.char === '~') return true
  const isEither = opener.canClose || closer.canOpen
  const [one, other] = [opener, closer].map((run) => (countsRest ? lengthOf(run.pieces) : run.length)) as [
    number,
    number,
  ]
  return !(isEither && (one + other) % 3 === 0 && other % 3 !== 0)
}

function runsOf(pieces: readonly Piece[], { isFreeByTilde }: Reading): Run[] {
  const runs: Run[] = []
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]!
    if (piece.kind !== 'open' && piece.kind !== 'close') continue
    const before = pieces[index - 1]
    const last = runs.at(-1)
    if (last && before && 'char' in before && before.char === piece.char) {
      last.pieces.push(piece)
      last.length += LENGTHS[piece.style]
    } else {
      const { canOpen, canClose } = flanking(pieces, index, piece.char, isFreeByTilde)
      runs.push({ char: piece.char, pieces: [piece], length: LENGTHS[piece.style], canOpen, canClose })
    }
  }
  return runs
}

function lengthOf(pieces: readonly Delimiter[]): number {
  return pieces.reduce((sum, { style }) => sum + LENGTHS[style], 0)
}

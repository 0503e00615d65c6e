import type { Delimiter } from './pieces.ts'
import { flanking } from './flanking.ts'
import type { PieceOrLiteral } from './literals.ts'

/** Delimiters and literals of one character side by side, as a reader of Markdown takes them. */
interface Run {
  char: string
  /** The delimiter of each character that has no partner yet; undefined for a literal. */
  owners: (Delimiter | undefined)[]
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
 * partner, or with none; 'many' when the line has too many to tell. Literals may pair with each other.
 */
export function findMispaired(pieces: readonly PieceOrLiteral[]): Delimiter | 'many' | undefined {
  for (const reading of READINGS) {
    const found = mispairedIn(pieces, reading)
    if (found !== undefined) return found
  }
  return undefined
}

function mispairedIn(pieces: readonly PieceOrLiteral[], reading: Reading): Delimiter | 'many' | undefined {
  const runs = runsOf(pieces, reading)
  let steps = 0
  for (let index = 0; index < runs.length; index += 1) {
    const closer = runs[index]!
    while (closer.canClose && closer.owners.length > 0) {
      let at = index - 1
      while (at >= 0 && !isOpenerFor(runs[at]!, closer, reading)) {
        at -= 1
        if ((steps += 1) > MAX_STEPS) return 'many'
      }
      if (at < 0) break
      const opener = runs[at]!
      const wrong = pair(opener, closer)
      if (wrong) return wrong
      for (const { owners } of runs.slice(at + 1, index)) {
        const skipped = ownedIn(owners)
        if (skipped) return skipped
        owners.length = 0
      }
    }
  }
  return ownedIn(runs.flatMap(({ owners }) => owners))
}

/** Takes off what readers take for the two ends of one emphasis; returns a delimiter that is not one of these ends. */
function pair(opener: Run, closer: Run): Delimiter | undefined {
  const least = Math.min(opener.owners.length, closer.owners.length)
  const isDeletion = closer.char === '~'
  const length = isDeletion ? Infinity : least >= 2 ? 2 : 1
  const opening = opener.owners.splice(-length)
  const closing = closer.owners.splice(0, length)
  const [close] = closing
  const isOwnPair =
    opening.length === closing.length &&
    opening.every((each) => each === close?.partner) &&
    closing.every((each) => each === close)
  const isWhole = !close || LENGTHS[close.style] === closing.length
  return isOwnPair && isWhole ? undefined : ownedIn([...closing, ...opening])
}

function ownedIn(owners: Run['owners']): Delimiter | undefined {
  return owners.find((each) => each !== undefined)
}

function isOpenerFor(opener: Run, closer: Run, { countsRest }: Reading): boolean {
  if (opener.char !== closer.char || !opener.canOpen || opener.owners.length === 0) return false
  if (closer.char === '~') return true
  const isEither = opener.canClose || closer.canOpen
  const [one, other] = [opener, closer].map((run) => (countsRest ? run.owners.length : run.length)) as [
    number,
    number,
  ]
  return !(isEither && (one + other) % 3 === 0 && other % 3 !== 0)
}

function runsOf(pieces: readonly PieceOrLiteral[], { isFreeByTilde }: Reading): Run[] {
  const runs: Run[] = []
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]!
    if (!('char' in piece)) continue
    const owners =
      piece.kind === 'literal'
        ? Array.from({ length: piece.length }, () => undefined)
        : LENGTHS[piece.style] === 1
          ? [piece]
          : [piece, piece]
    const before = pieces[index - 1]
    const last = runs.at(-1)
    if (last && before && 'char' in before && before.char === piece.char) {
      last.owners.push(...owners)
      last.length += owners.length
    } else {
      const { canOpen, canClose } = flanking(pieces, index, piece.char, isFreeByTilde)
      runs.push({ char: piece.char, owners, length: owners.length, canOpen, canClose })
    }
  }
  // Readers take no run of more than two tildes for deletion.
  for (const run of runs) if (run.char === '~' && run.length > 2) run.canOpen = run.canClose = false
  return runs.filter(({ canOpen, canClose, owners }) => canOpen || canClose || ownedIn(owners))
}

// Serialised into the page: no imports, no closures.
import type { PageWindow } from './dom.ts'
import type { Place } from './note-places.ts'

declare const window: PageWindow & { scrollY: number }

/** By how many CSS pixels most elements of a section have moved down since they were noted; 0 when they do not agree. */
export function findMove({ notes, index }: { notes: Place[][]; index: number }): number {
  const moves = notes[index]!.filter(({ element }) => element.getClientRects().length > 0)
    .map(({ element, top }) => Math.round(element.getBoundingClientRect().top + window.scrollY - top))
    .toSorted((a, b) => a - b)
  // A move that more than half of them made is in the middle.
  const move = moves[Math.floor(moves.length / 2)] ?? 0
  return moves.filter((other) => other === move).length * 2 > moves.length ? move : 0
}

import type { PageWindow } from '../dom.ts'
import type { RecordedPlaces } from './record-places.ts'

declare const window: PageWindow & { scrollY: number }

/**
 * Returns by how many CSS pixels most elements of a section have moved down since `recordPlaces`; 0 when no move is shared
 * by more than half of them.
 */
export function findMove(section: number): number {
  const places = (globalThis as RecordedPlaces).renderPlaces?.[section] ?? []
  const moves = places
    .filter(({ element }) => element.getClientRects().length > 0)
    .map(({ element, top }) => Math.round(element.getBoundingClientRect().top + window.scrollY - top))
    .toSorted((a, b) => a - b)
  // A value that more than half of the sorted list shares is its median.
  const move = moves[Math.floor(moves.length / 2)] ?? 0
  return moves.filter((other) => other === move).length * 2 > moves.length ? move : 0
}

import { findMatches, type Selector } from './find-matches.ts'
import { isSeen } from './is-seen.ts'

interface CountRequest {
  selector: Selector
  onlyVisible: boolean
}

/**
 * Counts the elements that match or, with `onlyVisible`, those that have a size and are neither transparent nor hidden.
 * Returns `invalid` when the browser refuses the selector.
 */
export function countMatches({ selector, onlyVisible }: CountRequest): number | 'invalid' {
  const matches = findMatches(selector)
  if (!matches) return 'invalid'
  if (!onlyVisible) return matches.length
  return Array.from(matches).filter(isSeen).length
}

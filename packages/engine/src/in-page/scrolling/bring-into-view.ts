// The function here is serialised into the page, so it cannot import values or use closures.
import type { findMatches } from '../finding/find-matches.ts'

/** Scrolls the first match of a CSS selector into view; returns whether that moved it. */
export function bringIntoView(css: string, find: typeof findMatches): boolean {
  const element = find({ css })?.[0]
  if (!element) return false
  const { left, top } = element.getBoundingClientRect()
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const moved = element.getBoundingClientRect()
  return moved.left !== left || moved.top !== top
}

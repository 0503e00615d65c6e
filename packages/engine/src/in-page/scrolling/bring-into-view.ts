import { findMatches } from '../finding/find-matches.ts'

/** Scrolls the first match of a CSS selector into view; returns whether that moved it. */
export function bringIntoView(css: string): boolean {
  const element = findMatches({ css })?.[0]
  if (!element) return false
  const { left, top } = element.getBoundingClientRect()
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const moved = element.getBoundingClientRect()
  return moved.left !== left || moved.top !== top
}

// The function here is serialised into the page, so it cannot import values or use closures.
import type { findMatches } from '../finding/find-matches.ts'

/** Measures the first match of a CSS selector in whole CSS pixels, including content that overflows below. */
export function measureContent(
  css: string,
  find: typeof findMatches,
): { width: number; height: number } | 'missing' | 'invalid' {
  const matches = find({ css })
  if (!matches) return 'invalid'
  const element = matches[0]
  if (!element) return 'missing'
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { width: Math.ceil(right - left), height: Math.ceil(Math.max(bottom - top, element.scrollHeight)) }
}

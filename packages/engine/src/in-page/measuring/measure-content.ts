import { findMatches } from '../finding/find-matches.ts'

/** Measures the first match of a CSS selector in whole CSS pixels, including content that overflows below. */
export function measureContent(css: string): { width: number; height: number } | 'missing' | 'invalid' {
  const matches = findMatches({ css })
  if (!matches) return 'invalid'
  const element = matches[0]
  if (!element) return 'missing'
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { width: Math.ceil(right - left), height: Math.ceil(Math.max(bottom - top, element.scrollHeight)) }
}

import { isReached, type Target } from './target.ts'

/** One part of the benchmark: a table of figures and its targets. */
export interface Section {
  title: string
  head: string[]
  rows: (string | number)[][]
  targets: Target[]
}

/** Formats a section as a Markdown table followed by its targets. */
export function formatSection({ title, head, rows, targets }: Section): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const checks = targets.map((target) => `${isReached(target) ? 'reached' : 'MISSED '}  ${target.what}`)
  return ['', title, '', ...lines, '', ...checks].join('\n')
}

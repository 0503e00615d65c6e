/** One part of the benchmark: a table of figures, and what they are held to. */
export interface Section {
  title: string
  head: string[]
  rows: (string | number)[][]
  targets: { what: string; isReached: boolean }[]
}

/** The tables in Markdown, each with its targets under it. */
export function show({ title, head, rows, targets }: Section): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const checks = targets.map(({ what, isReached }) => `${isReached ? 'reached' : 'MISSED '}  ${what}`)
  return ['', title, '', ...lines, '', ...checks].join('\n')
}

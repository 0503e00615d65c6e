/** How much of a table a model gets; `Summary`: its head, three rows, and the number of rows. */
export type TableMode = 'Drop' | 'Full' | 'Summary'

/** The text between two blocks. */
export const GAP = '\n\n'

/** The beginning of a block of code. */
export const FENCE = /^ {0,3}(?<fence>`{3,}|~{3,})/
const TABLE = /^ {0,3}\|/
/** The line between the head of a table and its rows. */
const DELIMITERS = /^ {0,3}\|[\s:|-]+$/
const SUMMARY_ROWS = 3

/** Splits Markdown into blocks: lines without an empty line between them, and whole blocks of code. */
export function splitBlocks(markdown: string): string[] {
  const blocks: string[][] = []
  let block: string[] = []
  let fence = ''
  const end = () => {
    if (block.length > 0) blocks.push(block)
    block = []
  }
  for (const line of markdown.split('\n')) {
    const found = FENCE.exec(line)?.groups!.fence ?? ''
    if (fence === '' && found === '' && line.trim() === '') end()
    else block.push(line)
    if (fence === '') fence = found
    else if (found.startsWith(fence) && line.trim() === found) fence = ''
  }
  end()
  return blocks.map((lines) => lines.join('\n'))
}

/** Returns a block as it is, or what is left of it when it is a table: nothing or one block. */
export function reduceTable(block: string, mode: TableMode): string[] {
  const lines = block.split('\n')
  const isTable = lines.length > 1 && DELIMITERS.test(lines[1]!) && lines.every((line) => TABLE.test(line))
  if (!isTable || mode === 'Full') return [block]
  if (mode === 'Drop') return []
  const rows = lines.length - 2
  return [[...lines.slice(0, 2 + SUMMARY_ROWS), '', `(${rows} rows in all)`].join('\n')]
}

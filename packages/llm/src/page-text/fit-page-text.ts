import { reduceTable, splitBlocks, type TableMode } from './blocks.ts'
import { bestBlocks } from './best-blocks.ts'
import { breakSpecialTokens } from './harmless.ts'
import { withoutExtras } from './without-extras.ts'

export interface FitSettings {
  /** `Full`: all of it; `Compact`: without what says nothing; `Extractive`: of that, what has to do with the prompt. */
  mode: 'Compact' | 'Extractive' | 'Full'
  tables: TableMode
  prompt: string
  /** Characters. */
  maxLength: number
}

const CUT = '(The text of the page is cut here.)'
const GAP = '\n\n'

/** Returns what a model gets of a page's text, which is Markdown. It is cut between blocks, and the last line says so. */
export function fitPageText(markdown: string, { mode, tables, prompt, maxLength }: FitSettings): string {
  // Marks are broken last: what is removed could have stood inside of one.
  const text = breakSpecialTokens(mode === 'Full' ? markdown : withoutExtras(markdown))
  const blocks = splitBlocks(text).flatMap((block) => reduceTable(block, tables))
  const chosen = mode === 'Extractive' ? bestBlocks(blocks, { prompt, maxLength }) : blocks
  return joinWithin(chosen, maxLength)
}

function joinWithin(blocks: readonly string[], maxLength: number): string {
  const whole = blocks.join(GAP)
  if (whole.length <= maxLength) return whole
  const room = maxLength - CUT.length - GAP.length
  let length = 0
  const end = blocks.findIndex((block) => (length += block.length + GAP.length) - GAP.length > room)
  // A first block that is too long is cut between words.
  const kept = end > 0 ? blocks.slice(0, end).join(GAP) : beginningOf(blocks[0]!, room)
  return kept + GAP + CUT
}

function beginningOf(block: string, length: number): string {
  const cut = block.slice(0, length)
  const space = cut.search(/\s\S*$/)
  return (space > 0 ? cut.slice(0, space) : cut).toWellFormed()
}

import { FENCE, GAP, reduceTable, splitBlocks, type TableMode } from './blocks.ts'
import { bestBlocks } from './best-blocks.ts'
import { breakSpecialTokens } from './harmless.ts'
import { startWithoutExtras, withoutFrontMatter } from './without-extras.ts'

export interface FitSettings {
  /** `Full`: all of it; `Compact`: without what says nothing; `Extractive`: of that, what has to do with the prompt. */
  mode: 'Compact' | 'Extractive' | 'Full'
  tables: TableMode
  prompt: string
  /** Characters. */
  maxLength: number
}

const CUT = '(The text of the page is cut here.)'
/** A block that is too long gets what is left of the room if that is at least this share. */
const LEFT_SHARE = 1 / 4

/** Returns what a model gets of a page's text, which is Markdown, within a length. The last line says where it is cut. */
export function fitPageText(markdown: string, { mode, tables, prompt, maxLength }: FitSettings): string {
  const isFull = mode === 'Full'
  const all = splitBlocks(isFull ? markdown : withoutFrontMatter(markdown))
  const blocks = (isFull ? all : all.map(startWithoutExtras()))
    // Marks are broken last: what was removed could have stood inside of one.
    .map(breakSpecialTokens)
    .filter((block) => block.trim() !== '')
    .flatMap((block) => reduceTable(block, tables))
  const chosen = mode === 'Extractive' ? bestBlocks(blocks, { prompt, maxLength }) : blocks
  return joinWithin(chosen, maxLength)
}

function joinWithin(blocks: readonly string[], maxLength: number): string {
  const whole = blocks.join(GAP)
  if (whole.length <= maxLength) return whole
  const room = maxLength - CUT.length - GAP.length
  let left = room
  const end = blocks.findIndex((block) => {
    const isTooLong = block.length > left
    if (!isTooLong) left -= block.length + GAP.length
    return isTooLong
  })
  const kept = blocks.slice(0, end)
  const next = blocks[end]
  if (next !== undefined && (end === 0 || left >= room * LEFT_SHARE)) kept.push(beginningOf(next, left))
  return [...kept, CUT].join(GAP)
}

/** Cuts a block between lines where most of it is kept, else between words. A block of code is closed. */
function beginningOf(block: string, length: number): string {
  const fence = FENCE.exec(block)?.groups!.fence ?? ''
  const end = fence !== '' && fence.length < length / 4 ? `\n${fence}` : ''
  const cut = block.slice(0, length - end.length)
  const line = cut.lastIndexOf('\n')
  const at = line > cut.length / 2 ? line : cut.search(/\s\S*$/)
  return (at > 0 ? cut.slice(0, at) : cut).toWellFormed() + end
}

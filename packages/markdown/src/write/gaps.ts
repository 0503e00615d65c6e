import type { Block } from '../document/document.ts'
import type { Settings } from '../settings.ts'

type Type = Block['type']

/** Blocks that a following paragraph would be read as a part of. */
const OPEN_ENDED = new Set<Type>(['paragraph', 'list', 'quote', 'table', 'footnote', 'html', 'math'])
/** Blocks that begin right after the line of a paragraph. */
const INTERRUPTING = new Set<Type>(['list', 'quote', 'rule'])

/** Returns whether an empty line must stand between two blocks; outside of tight lists it always does. */
export function needsGap(before: Block, after: Block, isTight: boolean, settings: Settings): boolean {
  if (!isTight || settings.language === 'Djot') return true
  if (settings.language === 'Plain') return false
  if (!OPEN_ENDED.has(before.type)) return false
  if (before.type === 'paragraph') return !interruptsText(after, settings)
  const endsText = after.type === 'heading' || (after.type === 'code' && settings.codeBlocks !== 'Indented')
  return !(endsText && (before.type === 'list' || before.type === 'quote'))
}

function interruptsText(block: Block, { heading, codeBlocks }: Settings): boolean {
  if (block.type === 'heading') return heading !== 'Underlined'
  if (block.type === 'code') return codeBlocks !== 'Indented'
  // Only a list that starts with 1, and not with an empty item, may follow text without an empty line.
  if (block.type === 'list') return (block.start ?? 1) === 1 && block.items[0]!.children.length > 0
  return INTERRUPTING.has(block.type)
}

import type { ListBlock } from '../document/document.ts'
import type { Settings } from '../settings.ts'
import type { Surroundings } from './surroundings.ts'

interface Marks {
  first: string
  rest: string
}

const TAB_WIDTH = 4
/** Text further in than this many spaces would be code. */
const MAX_EXTRA = 3

/**
 * Returns the marks before the lines of an item. A nested list is indented by the wanted width, but at least to the text of
 * the item around it, because it would not be nested otherwise.
 */
export function listMarks(
  { start }: ListBlock,
  settings: Settings,
  { depth, markWidth }: Pick<Surroundings, 'depth' | 'markWidth'>,
  isOther: boolean,
): (index: number) => Marks {
  if (settings.language === 'Plain') return plainMarks(start)
  const indent = depth === 0 ? '' : nestedIndent(markWidth, settings)
  const bullet = bulletOf(settings, depth, isOther)
  const gap = ' '.repeat(Math.max(1, Math.min(TAB_WIDTH, settings.listWidth - 1 - MAX_EXTRA)))
  return (index) => {
    const mark = (start === undefined ? bullet : `${start + index}${isOther ? ')' : '.'}`) + gap
    if (settings.listIndent === 'Tabs')
      return { first: mark, rest: '\t'.repeat(Math.ceil(mark.length / TAB_WIDTH)) }
    return { first: indent + mark, rest: indent + ' '.repeat(mark.length) }
  }
}

/** Returns the further indentation of a list inside of an item. */
function nestedIndent(mark: number, { listWidth, listIndent }: Settings): string {
  if (listIndent === 'Tabs') return ''
  return ' '.repeat(Math.max(0, Math.min(MAX_EXTRA, listWidth - mark)))
}

function bulletOf({ bullets }: Settings, depth: number, isOther: boolean): string {
  const bullet = bullets[depth % bullets.length]!
  if (!isOther) return bullet
  return bullet === '-' ? '*' : '-'
}

function plainMarks(start: number | undefined): (index: number) => Marks {
  return (index) => {
    const first = start === undefined ? '• ' : `${start + index}. `
    return { first, rest: ' '.repeat(first.length) }
  }
}

import type { Block, Inline, ListBlock, ListItem } from '../document/document.ts'
import { isElement, type PageElement, type PageNode } from '../page/page-tree.ts'
import { withoutMark } from './footnotes.ts'
import { linkBlocks } from './link-blocks.ts'
import type { BlockRule, Reader } from './reader.ts'
import { readTask } from './tasks.ts'

const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
const MAX_START = 999_999_999

interface NumberedItem extends ListItem {
  /** The number that the page gives it. */
  number?: number
}

/** Reads a list; lists and texts that lie directly in it belong to the item before them. */
export const readList: BlockRule = (element, reader) => {
  const items: NumberedItem[] = []
  const notes: Block[] = []
  let isLoose = false
  visit(element.children)
  return [...listsOf(element, items, isLoose), ...notes]

  function visit(children: readonly PageNode[], link?: PageElement): void {
    for (const child of children) {
      if (!isElement(child)) {
        if (child.trim() !== '') append(reader.blocks([child]))
      } else if (child.name === 'li') addItem(child, link)
      else if (!LISTS.has(child.name) && child.children.some((each) => isElement(each) && each.name === 'li'))
        visit(child.children, child.name === 'a' ? child : link)
      else append(reader.blocks([child]))
    }
  }

  function addItem(item: PageElement, link?: PageElement): void {
    const label = reader.footnotes.heldBy(item)
    const blocks = link ? linkBlocks(link, reader, item.children) : reader.blocks(item.children)
    if (label !== undefined)
      return void notes.push({ type: 'footnote', label, children: withoutMark(blocks) })
    if (blocks.length === 0 && (item.looks.includes('n') || item.children.some(isElement))) return
    isLoose ||= item.children.some((child) => isElement(child) && child.name === 'p')
    items.push({ ...readTask(item, blocks), number: numberIn(item.attributes.value) })
  }

  function append(blocks: Block[]): void {
    const last = items.at(-1)
    if (last) for (const block of blocks) last.children.push(block)
    else if (blocks.length > 0) items.push({ children: blocks })
  }
}

/** Lists count up by one, so a new one begins where the numbers of the page do not. */
function listsOf(element: PageElement, items: readonly NumberedItem[], isLoose: boolean): ListBlock[] {
  if (items.length === 0) return []
  if (element.name !== 'ol') return [{ type: 'list', isLoose, items: [...items] }]
  const lists: ListBlock[] = []
  const step = 'reversed' in element.attributes ? -1 : 1
  let next = numberIn(element.attributes.start) ?? (step === 1 ? 1 : items.length)
  for (const { number = next, ...item } of items) {
    const last = lists.at(-1)
    const isWritable = number >= 0 && number <= MAX_START
    if (last && (!isWritable || number === last.start! + last.items.length)) last.items.push(item)
    else lists.push({ type: 'list', start: isWritable ? number : 1, isLoose, items: [item] })
    next = number + step
  }
  return lists
}

function numberIn(text = ''): number | undefined {
  const number = Number.parseInt(text, 10)
  return Number.isNaN(number) ? undefined : number
}

/** Terms are bold, with their descriptions below. */
export const readTerm: BlockRule = ({ children }, reader) => emboldened(children, reader)

export const readDetails: BlockRule = ({ children }, reader) => {
  const summary = children.find((child): child is PageElement => isElement(child) && child.name === 'summary')
  return [
    ...emboldened(summary?.children ?? [], reader),
    ...reader.blocks(children.filter((child) => child !== summary)),
  ]
}

/** Reads nodes with their paragraphs in bold; beside headings they stay as they are. */
export function emboldened(children: readonly PageNode[], reader: Reader): Block[] {
  const blocks = reader.blocks(children)
  if (blocks.some(({ type }) => type === 'heading')) return blocks
  return blocks.map((block) =>
    block.type === 'paragraph'
      ? { ...block, children: [{ type: 'span', style: 'strong', children: withoutStrong(block.children) }] }
      : block,
  )
}

function withoutStrong(line: readonly Inline[]): Inline[] {
  return line.flatMap((each): Inline[] => {
    if (each.type !== 'span' && each.type !== 'link') return [each]
    const children = withoutStrong(each.children)
    return each.type === 'span' && each.style === 'strong' ? children : [{ ...each, children }]
  })
}

import type { Block, Inline, ListItem } from '../document/document.ts'
import { isElement, type PageElement, type PageNode } from '../page/page-tree.ts'
import { withoutMark } from './footnotes.ts'
import { tickOf } from './inline-rules.ts'
import { linkBlocks } from './links.ts'
import type { BlockRule, Reader } from './reader.ts'

const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
const MAX_START = 999_999_999

/** Reads a list; lists and texts that lie directly in it belong to the item before them. */
export const readList: BlockRule = (element, reader) => {
  const items: ListItem[] = []
  const notes: Block[] = []
  let isLoose = false
  visit(element.children)
  const list: Block = { type: 'list', start: startOf(element), isLoose, items }
  return [...(items.length > 0 ? [list] : []), ...notes]

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
    items.push({ isChecked: tickOf(item), children: blocks })
  }

  function append(blocks: Block[]): void {
    const last = items.at(-1)
    if (last) for (const block of blocks) last.children.push(block)
    else if (blocks.length > 0) items.push({ children: blocks })
  }
}

function startOf({ name, attributes, children }: PageElement): number | undefined {
  if (name !== 'ol') return undefined
  const first = children.find((child): child is PageElement => isElement(child) && child.name === 'li')
  const start = Number.parseInt(attributes.start ?? first?.attributes.value ?? '1', 10)
  return start >= 0 && start <= MAX_START ? start : 1
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

import type { Block, Inline, Link } from '../document/document.ts'
import type { PageElement, PageNode } from '../page/page-tree.ts'
import { isBlank, isInvisible } from './collapse.ts'
import { linkByName, linkOf } from './links.ts'
import { hostOf } from './media.ts'
import type { Reader } from './reader.ts'

type Fits = (line: readonly Inline[], type: Block['type']) => boolean

/** The lines that can become a link, the best first: a heading, any other text, a picture. */
const PREFERRED: Fits[] = [
  (line, type) => type === 'heading' && hasText(line),
  (line) => hasText(line),
  (line) => !isBlank(line),
]

/**
 * Reads nodes in a link around blocks: one line of them becomes the link, also in a list, quotation or table. Where none can,
 * as in code, a link by its name or host follows the blocks.
 */
export function linkBlocks(
  element: PageElement,
  reader: Reader,
  nodes: readonly PageNode[] = element.children,
): Block[] {
  const blocks = reader.blocks(nodes)
  const link = linkOf(element, reader)
  if (!link) return blocks
  for (const fits of PREFERRED) {
    const linked = linkFirst(blocks, link, fits)
    if (linked) return linked
  }
  const host = blocks.length === 0 ? undefined : (hostOf(link.address) ?? link.address)
  const named = linkByName(link, element, host)
  return named ? [...blocks, { type: 'paragraph', children: [named] }] : blocks
}

/** Makes the first line that fits a link; returns undefined when none does. */
function linkFirst(blocks: readonly Block[], link: Omit<Link, 'children'>, fits: Fits): Block[] | undefined {
  return inBlocks(blocks)

  function inBlocks(list: readonly Block[]): Block[] | undefined {
    return replaceFirst(list, inBlock)
  }

  function inBlock(block: Block): Block | undefined {
    switch (block.type) {
      case 'paragraph':
      case 'heading': {
        const children = inLine(block.children, block.type)
        return children && { ...block, children }
      }
      case 'quote': {
        const children = inBlocks(block.children)
        return children && { ...block, children }
      }
      case 'list': {
        const items = replaceFirst(block.items, (item) => {
          const children = inBlocks(item.children)
          return children && { ...item, children }
        })
        return items && { ...block, items }
      }
      case 'table': {
        const rows = replaceFirst(block.rows, (row) => replaceFirst(row, (cell) => inLine(cell, 'table')))
        return rows && { ...block, rows }
      }
      default:
        return undefined
    }
  }

  function inLine(line: readonly Inline[], type: Block['type']): Inline[] | undefined {
    return fits(line, type) ? [{ ...link, children: withoutLinks(line) }] : undefined
  }
}

/** Replaces the first member for which there is another one; returns undefined when there is none. */
function replaceFirst<Member>(
  list: readonly Member[],
  replacement: (member: Member) => Member | undefined,
): Member[] | undefined {
  for (const [index, member] of list.entries()) {
    const replaced = replacement(member)
    if (replaced !== undefined) return list.with(index, replaced)
  }
  return undefined
}

function hasText(inlines: readonly Inline[]): boolean {
  return inlines.some((each) => {
    if (each.type === 'text') return !isInvisible(each.text)
    if (each.type === 'span' || each.type === 'link') return hasText(each.children)
    return each.type === 'code'
  })
}

/** A link cannot hold another one. */
function withoutLinks(inlines: readonly Inline[]): Inline[] {
  return inlines.flatMap((each): Inline[] => {
    if (each.type === 'link') return withoutLinks(each.children)
    if (each.type === 'span') return [{ ...each, children: withoutLinks(each.children) }]
    return each.type === 'footnote' ? [] : [each]
  })
}

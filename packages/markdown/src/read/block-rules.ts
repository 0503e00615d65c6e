import type { Block, Inline } from '../document/document.ts'
import { isElement, type PageElement } from '../page/page-tree.ts'
import { isAdmonition, readAdmonition } from './admonitions.ts'
import { isCodeWithoutPre, readCodeBlock } from './code.ts'
import { collapse, isBlank } from './collapse.ts'
import { headingOfBlocks } from './lines.ts'
import { inStyle, styleOf } from './inline-rules.ts'
import { readDetails, readList, readTerm } from './lists.ts'
import type { BlockRule } from './reader.ts'
import { readTable } from './tables.ts'

const readHeading: BlockRule = (element, reader) => {
  const { children, attributes, parent } = element
  // The title that GitHub gives its footnotes is for screen readers only.
  if (parent && 'data-footnotes' in parent.attributes) return []
  const isPlain = children.every((child) => !isElement(child) || !child.hasBlock)
  const line = isPlain
    ? collapse(reader.inlines(children), reader.settings)
    : headingOfBlocks(reader.blocks(children))
  if (isBlank(line)) return []
  const level = Number(/^h([1-6])$/.exec(element.name)?.[1] ?? attributes['aria-level'] ?? 2)
  return [{ type: 'heading', level: Math.min(Math.max(Math.trunc(level) || 2, 1), 6), children: line }]
}

const readQuotation: BlockRule = ({ children }, reader) => [
  { type: 'quote', children: reader.blocks(children) },
]

const blockRules: Record<string, BlockRule> = {
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, readHeading])),
  ul: readList,
  ol: readList,
  menu: readList,
  dir: readList,
  dt: readTerm,
  details: readDetails,
  table: readTable,
  pre: readCodeBlock,
  listing: readCodeBlock,
  xmp: readCodeBlock,
  plaintext: readCodeBlock,
  textarea: readCodeBlock,
  blockquote: readQuotation,
  hr: () => [{ type: 'rule' }],
}

export function blockRuleOf(element: PageElement): BlockRule | undefined {
  const { name, attributes } = element
  if (Object.hasOwn(blockRules, name)) return blockRules[name]
  if (isCodeWithoutPre(element)) return readCodeBlock
  if (isAdmonition(element)) return readAdmonition
  return attributes.role === 'heading' ? readHeading : undefined
}

/** An element of a text style around blocks gives each paragraph the style. */
export const styleBlocks: BlockRule = (element, reader) => {
  const style = styleOf(element)
  const blocks = reader.blocks(element.children)
  return style ? blocks.map((block) => styled(block, (children) => [inStyle(style, children)])) : blocks
}

function styled(block: Block, wrap: (children: Inline[]) => Inline[]): Block {
  return block.type === 'paragraph' ? { ...block, children: wrap(block.children) } : block
}

import { SPACE, type Block, type Inline } from '../document/document.ts'
import { isBlock } from '../page/element-kinds.ts'
import { isElement, type PageElement, type PageNode } from '../page/page-tree.ts'
import type { Settings } from '../settings.ts'
import { createAddresses } from './addresses.ts'
import { blockRuleOf, styleBlocks } from './block-rules.ts'
import { isLanguageLabel } from './code-labels.ts'
import { isNumbering } from './code.ts'
import { collapse, isBlankText, splitAtGaps } from './collapse.ts'
import { withRaisedDigits } from './exponents.ts'
import { findFootnotes, withoutMark } from './footnotes.ts'
import { inlineRules } from './inline-rules.ts'
import { linkBlocks } from './link-blocks.ts'
import { readFormula } from './math.ts'
import { preservedMarkup } from './preserved.ts'
import type { Reader } from './reader.ts'
import { surveyOf } from './survey.ts'

/** Reads the tree of a page as the content of a document. */
export function readPage(root: PageElement, base: string | undefined, settings: Settings): Block[] {
  const survey = surveyOf(root)
  const reader: Reader = {
    settings,
    addresses: createAddresses(base),
    footnotes: findFootnotes(survey),
    hasMathScripts: survey.hasMathScripts,
    blocks: (nodes) => readBlocks(nodes, reader),
    inlines(nodes) {
      const line: Inline[] = []
      for (const index of nodes.keys()) addInline(nodes, index, line, reader)
      return line
    },
  }
  return reader.blocks(root.children)
}

function readBlocks(nodes: readonly PageNode[], reader: Reader): Block[] {
  const blocks: Block[] = []
  let line: Inline[] = []
  const endLine = (): void => {
    if (line.length === 0) return
    const paragraphs = splitAtGaps(collapse(line, reader.settings))
    for (const children of paragraphs) blocks.push({ type: 'paragraph', children })
    line = []
  }
  for (const [index, node] of nodes.entries()) {
    if (isLanguageLabel(nodes, index)) continue
    const read = isElement(node) ? readWhole(node, reader) : undefined
    if (read) {
      endLine()
      for (const block of read) blocks.push(block)
    } else if (isElement(node) || line.length > 0 || !isBlankText(node)) addInline(nodes, index, line, reader)
  }
  endLine()
  return blocks
}

/** Reads an element that is or contains a block; returns undefined for any other. */
function readWhole(element: PageElement, reader: Reader): Block[] | undefined {
  const { settings, footnotes } = reader
  if (settings.preserveTags.includes(element.name))
    return isBlock(element)
      ? [{ type: 'html', markup: preservedMarkup(element, reader.addresses) }]
      : undefined
  const formula = readFormula(element, reader)
  if (formula?.isDisplay) return formula.tex === '' ? [] : [{ type: 'math', tex: formula.tex }]
  if (formula) return undefined
  if (!element.hasBlock && element.attributes.role !== 'heading') return undefined
  const label = footnotes.heldBy(element)
  if (label !== undefined && element.name !== 'li')
    return [{ type: 'footnote', label, children: withoutMark(reader.blocks(element.children)) }]
  if (isNumbering(element) || footnotes.isMark(element)) return []
  const rule = blockRuleOf(element)
  if (rule) return rule(element, reader)
  if (Object.hasOwn(inlineRules, element.name) && !hasBlockInside(element)) {
    const line = collapse(readInline(element, reader), settings)
    return splitAtGaps(line).map((children) => ({ type: 'paragraph', children }))
  }
  return element.name === 'a' ? linkBlocks(element, reader) : styleBlocks(element, reader)
}

function hasBlockInside({ name, children }: PageElement): boolean {
  return (
    !['iframe', 'video', 'audio', 'select'].includes(name) &&
    children.some((child) => isElement(child) && child.hasBlock)
  )
}

function addInline(nodes: readonly PageNode[], index: number, line: Inline[], reader: Reader): void {
  const node = nodes[index]!
  if (!isElement(node)) return void line.push({ type: 'text', text: node })
  const inlines = readInline(node, reader)
  const name = PICTURES.has(node.name) && inlines[0]?.type === 'text' ? inlines[0].text : ''
  if (isWordPair(nodes[index - 1], name)) line.push(SPACE)
  for (const inline of inlines) line.push(withRaisedDigits(inline, line.at(-1), reader.settings))
  if (isWordPair(name, nodes[index + 1])) line.push(SPACE)
}

/** Pictures, whose names are words of their own. */
const PICTURES = new Set(['img', 'svg'])

/** Returns whether the texts would be one word. A name of one letter is a part of one, such as an initial. */
function isWordPair(before: PageNode | undefined, after: PageNode | undefined): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false
  return before.length > 1 && after.length > 1 && WORD_END.test(before) && WORD_START.test(after)
}

/** Scripts that have no blanks between words need none. */
const LETTER = String.raw`[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]]`
const WORD_START = new RegExp(`^${LETTER}`, 'v')
const WORD_END = new RegExp(`${LETTER}$`, 'v')

function readInline(node: PageElement, reader: Reader): Inline[] {
  if (reader.settings.preserveTags.includes(node.name))
    return [{ type: 'html', markup: preservedMarkup(node, reader.addresses) }]
  const formula = readFormula(node, reader)
  if (formula) return formula.tex === '' ? [] : [{ type: 'math', tex: formula.tex }]
  const rule = Object.hasOwn(inlineRules, node.name) ? inlineRules[node.name] : undefined
  if (rule) return rule(node, reader)
  const children = reader.inlines(node.children)
  return isBlock(node) ? [SPACE, ...children, SPACE] : children
}

import type { Block, Inline } from './document/document.ts'
import { writeFrontMatter } from './front-matter.ts'
import { buildTree } from './page/build-tree.ts'
import { cleanUp } from './page/clean-up.ts'
import { dropCopies } from './page/drop-copies.ts'
import { rewriteOwnAddresses } from './page/own-addresses.ts'
import { stripTags } from './page/strip-tags.ts'
import type { PageContent, PageElement, PageHead } from './page/page-tree.ts'
import { createAddresses } from './read/addresses.ts'
import { readPage } from './read/read-page.ts'
import type { Settings } from './settings.ts'
import { writeBlocks } from './write/blocks.ts'
import { createSink } from './write/sink.ts'

export interface Conversion {
  text: string
  /** True when the end of the page is missing, because the document would be too large. */
  isCut: boolean
  /** What a developer may want to know of the conversion. */
  notes: string[]
}

const MAX_NOTES = 20

/** Converts a page to a document of at most `maxBytes`. */
export function convert(page: PageContent, settings: Settings, maxBytes: number): Conversion {
  if (page.isMarkdown) return unchanged(page, maxBytes)
  const notes: string[] = []
  const hasFrontMatter = settings.frontMatter && !settings.isInline && settings.language !== 'Plain'
  const head = hasFrontMatter ? writeFrontMatter(withFullAddress(page)) : ''
  const left = maxBytes - Buffer.byteLength(head)
  // A page without a block that fits is read again with less of its text.
  for (let maxTextLength = left; ; maxTextLength = Math.floor(maxTextLength / 2)) {
    const tree = buildTree(page.tokens, maxTextLength)
    rewriteOwnAddresses(tree, page)
    dropCopies(tree)
    const blocks = readPage(prepare(tree, settings, notes), page.base, settings)
    const sink = createSink(left)
    writeBlocks(settings.isInline ? inOneLine(blocks) : blocks, sink, settings)
    const body = sink.text()
    if (body === '' && sink.isFull && maxTextLength > 1) continue
    const text = head === '' || body === '' ? head + body : `${head}\n${body}`
    const isCut = sink.isFull || maxTextLength < left || tree.isCut
    return { text, isCut, notes: notes.slice(0, MAX_NOTES) }
  }
}

/** Returns the head of a page with its canonical address in full. One that is no address of a page is left out. */
function withFullAddress({ head, base }: PageContent): PageHead {
  const { canonical } = head
  return { ...head, canonical: canonical && createAddresses(base).of(canonical) }
}

/** Returns the text of a page that is Markdown itself, up to the last line that fits. */
function unchanged({ tokens }: PageContent, maxBytes: number): Conversion {
  const text = tokens.filter((token) => typeof token === 'string').join('')
  const sink = createSink(maxBytes)
  for (const line of text.replace(/\n$/, '').split('\n')) {
    sink.line(line)
    sink.endBlock()
  }
  return { text: sink.text(), isCut: sink.isFull, notes: [] }
}

function prepare(tree: PageElement, settings: Settings, notes: string[]): PageElement {
  const cleaned = settings.cleanUp ? cleanUp(tree, settings.cleanUp, note) : tree
  return settings.stripTags.length > 0 ? stripTags(cleaned, settings.stripTags) : cleaned

  function note({ name, textLength }: PageElement): void {
    notes.push(`removed <${name}> with ${textLength} characters`)
  }
}

/** Joins headings and paragraphs that follow each other. */
function inOneLine(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (block.type !== 'heading' && block.type !== 'paragraph') joined.push(block)
    else if (last?.type === 'paragraph') last.children = mergeTexts([...last.children, ...block.children])
    else joined.push({ type: 'paragraph', children: block.children })
  }
  return joined
}

function mergeTexts(inlines: readonly Inline[]): Inline[] {
  const merged: Inline[] = []
  for (const inline of inlines) {
    const last = merged.at(-1)
    if (last?.type === 'text' && inline.type === 'text')
      merged[merged.length - 1] = { type: 'text', text: last.text + inline.text }
    else merged.push(inline)
  }
  return merged
}

import type { Block, Inline } from '../document/document.ts'
import type { PageElement, PageNode } from '../page/page-tree.ts'
import type { Settings } from '../settings.ts'
import type { Addresses } from './addresses.ts'
import type { Footnotes } from './footnotes.ts'

/** Reads the tree of a page as content; its functions call each other through it. */
export interface Reader {
  readonly settings: Settings
  readonly addresses: Addresses
  readonly footnotes: Footnotes
  /** True when scripts of the page hold the sources of its formulas. */
  readonly hasMathScripts: boolean
  blocks(nodes: readonly PageNode[]): Block[]
  /** Reads nodes as what stands in one line, with the blanks as the page has them. */
  inlines(nodes: readonly PageNode[]): Inline[]
}

export type BlockRule = (element: PageElement, reader: Reader) => Block[]
export type InlineRule = (element: PageElement, reader: Reader) => Inline[]

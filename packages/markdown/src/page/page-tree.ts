/**
 * A page as its reader sees it: the visible content with the trees of shadow roots in place, in document order. It is a flat
 * list, because nested JSON of a deep page could not be read.
 */
export interface PageContent {
  /** The address of the page itself; absent for markup without one. */
  address?: string
  /** The address that relative ones refer to; absent for markup without one. */
  base?: string
  head: PageHead
  tokens: Token[]
  /** True when the text of the tokens is a Markdown document itself. */
  isMarkdown?: boolean
}

export interface PageHead {
  title?: string
  /** The address in the element `base`. */
  base?: string
  canonical?: string
  /** Names, or properties, and contents of `meta` elements. */
  meta: [name: string, content: string][]
}

/** Text, the start of an element, or 0 for the end of one. */
export type Token = string | ElementStart | 0

export type ElementStart = [name: string, attributes?: Record<string, string>, looks?: Looks]

/**
 * What styles make of an element, one letter each: `b` a block, `i` in the line, `u` its text cannot be selected, `c` centred,
 * `r` right-aligned, `n` an item of a list without a mark, `p` a title or term in plain letters, `w` a block of code by its
 * style, `e` a link without any content.
 */
type Looks = string

export interface PageElement {
  name: string
  attributes: Record<string, string>
  looks: Looks
  children: PageNode[]
  parent?: PageElement
  /** Characters of text in it, without blanks around each text. */
  textLength: number
  /** True for blocks and what contains one. */
  hasBlock: boolean
}

export type PageNode = string | PageElement

export function isElement(node: PageNode): node is PageElement {
  return typeof node !== 'string'
}

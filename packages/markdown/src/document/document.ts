/** The content of a document, independent of how it is written. */
export type Block =
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'heading'; level: number; children: Inline[] }
  | CodeBlock
  | { type: 'math'; tex: string }
  | { type: 'quote'; children: Block[] }
  | ListBlock
  | TableBlock
  | { type: 'rule' }
  | { type: 'html'; markup: string }
  | { type: 'footnote'; label: string; children: Block[] }

export interface CodeBlock {
  type: 'code'
  language: string
  text: string
}

export interface ListBlock {
  type: 'list'
  /** The first number; absent for bullets. */
  start?: number
  /** True when items are separated by empty lines. */
  isLoose: boolean
  items: ListItem[]
}

export interface ListItem {
  /** Absent when the item is no task. */
  isChecked?: boolean
  children: Block[]
}

export type Align = 'left' | 'center' | 'right' | undefined

export interface TableBlock {
  type: 'table'
  /** One for each column. */
  align: Align[]
  /** The first row is the head. A row may be shorter than the head. */
  rows: Inline[][][]
}

export type Style = 'emphasis' | 'strong' | 'deletion' | 'insertion' | 'mark' | 'sub' | 'sup'

export type Inline =
  | { type: 'text'; text: string }
  /** A line break; a wanted one is written in every place that can have one. */
  | { type: 'break'; isWanted?: true }
  | Span
  | Link
  | { type: 'code'; text: string }
  | { type: 'math'; tex: string }
  | { type: 'image'; address: string; alt: string; title?: string }
  | { type: 'footnote'; label: string }
  | { type: 'html'; markup: string }

export interface Span {
  type: 'span'
  style: Style
  children: Inline[]
}

export interface Link {
  type: 'link'
  address: string
  /** The address as the page has it. */
  written: string
  title?: string
  children: Inline[]
}

export const SPACE: Inline = { type: 'text', text: ' ' }

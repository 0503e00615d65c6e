// Places in the markup that our functions in the page cannot fill, because they cannot read the files that it loaded.

/** A place in the markup, to be filled with a file or with another document. */
export type Placeholder =
  | FilePlaceholder
  | StylePlaceholder
  | SheetPlaceholder
  | RulesPlaceholder
  | FramePlaceholder
  | SymbolsPlaceholder

/** The value of an attribute: the file at this address, or else the address. */
interface FilePlaceholder {
  kind: 'file'
  file: string
  /** True for a picture that the browser could not show. */
  isBroken?: boolean
}

/** CSS, with its files. `within` says what the markup around it needs to have escaped. */
interface StylePlaceholder {
  kind: 'css'
  css: string
  base: string
  within: 'style' | 'attribute' | 'xml'
}

/** The element of a linked style sheet. */
interface SheetPlaceholder {
  kind: 'sheet'
  sheet: string
  /** False when the browser refused the file or found no rules in it; undefined when only its type can tell. */
  hasRules?: boolean
  /** Further attributes, as markup. */
  attributes: string
  /** The namespace of a `style` element in its place, as markup; empty for that around it. */
  namespace: string
  within: 'style' | 'xml'
}

/** The rules of a linked style sheet that scripts changed. */
interface RulesPlaceholder {
  kind: 'rules'
  rules: string[]
  /** The address of the file, which has the values that the browser leaves out of rules. */
  file: string
  base: string
  within: 'style' | 'xml'
}

/** The attribute of a frame's element that has its document, or else its address. */
interface FramePlaceholder {
  kind: 'frame'
  /** The protocol's id of the frame; undefined for an element without one that is within reach. */
  frame?: string
  /** Empty for what is no address of the network. */
  address: string
  attribute: 'src' | 'data'
  /** True for an element that can also have the document as `srcdoc`. */
  hasSrcdoc: boolean
}

/** The drawings that `use` elements of the same tree take from other files. */
interface SymbolsPlaceholder {
  kind: 'symbols'
  symbols: SymbolFile[]
}

export interface SymbolFile {
  address: string
  /** The prefix of the file's ids in this tree. */
  prefix: string
  /** True when its root is drawn, which has the prefix as its id. */
  isWhole: boolean
}

/** How a document is written into another one. */
export type DocumentKind = 'html' | 'quirks' | 'svg'

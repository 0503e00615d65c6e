/** Attributes to change, as markup by name; null leaves one out. */
export type Changes = Record<string, string | null>

/** How an element is written. */
export interface Written {
  /** Its name in the markup, when it has another one there. */
  name?: string
  /** Changes to its attributes. */
  changes?: Changes
  /** Further attributes, as markup. */
  more?: string
  /** Markup before its children. */
  start?: string
  /** Markup instead of its children. */
  content?: string
  /** Markup after its children. */
  end?: string
  /** True for an element without tags. */
  isUnwrapped?: boolean
}

/** The entries of a PDF's document information that callers can set. */
export type InformationName = 'Title' | 'Subject' | 'Author' | 'Keywords' | 'Creator'

/** What is changed in a printed PDF. */
export interface PdfChanges {
  /** Texts to write; an empty one removes the entry. */
  information: Partial<Record<InformationName, string>>
  /** The length of a unit of the pages, in 1/72 inch; whole. */
  userUnit?: number
  /** Points of each page to keep, and points to their left that are left out. */
  keptWidth?: number
  keptLeft?: number
  /** The paths of PDFs that together have as many pages, which are laid over the pages. */
  overlays?: readonly string[]
}

/** The message that the thread gets: the file that it reads, and the one that it writes. */
export interface ChangeRequest {
  from: string
  to: string
  changes: PdfChanges
}

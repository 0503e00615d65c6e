import type { Document, Element } from '../dom.ts'

/** The means to copy a page. */
export interface PageView {
  /** An empty document, where the copy is made. */
  inert: Document
  /** Addresses are relative to this one. */
  baseUrl: string
  /** False when the page shows what is for browsers without scripts. */
  hasScripts: boolean
  /** Returns how an element is drawn; undefined where that is unknown. */
  styleOf: (element: Element) => Style | undefined
}

/** The facts about the look of an element that its copy needs. */
export interface Style {
  display: string
  visibility: string
  userSelect?: string
  position?: string
  cssFloat?: string
  whiteSpaceCollapse?: string
}

import type { Content, Wish } from './content.ts'
import type { heads } from './heads.ts'

/** The markup of a kind of site. */
export interface Template {
  name: string
  heads: (keyof typeof heads)[]
  /** Codes of the languages that it is made in; English by default. */
  languages?: string[]
  wish: Wish
  body: (content: Content) => string
  bodyNames?: string
}

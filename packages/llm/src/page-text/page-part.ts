import { randomBytes } from 'node:crypto'
import { fitPageText, type FitSettings } from './fit-page-text.ts'
import { withoutInvisible } from './harmless.ts'

/** The part of a message that holds the page's text. */
export interface PagePart {
  /** Nobody who writes a page can know it: it is new for each request. */
  mark: string
  text: string
}

// Some libraries join the texts of a message as they are.
const open = (mark: string) => `\n--- page text ${mark} ---\n`
const close = (mark: string) => `\n--- end of page text ${mark} ---`

/**
 * Puts a page's text, as Markdown, into a part of its own: between lines that it cannot contain, without invisible characters
 * and without marks that servers take for the end of a turn. The part has at most `maxLength` characters.
 */
export function makePagePart(markdown: string, { maxLength, ...settings }: FitSettings): PagePart {
  const mark = randomBytes(16).toString('hex')
  const [before, after] = [open(mark), close(mark)]
  const room = maxLength - before.length - after.length
  const text = fitPageText(withoutInvisible(markdown), { ...settings, maxLength: room })
  return { mark, text: before + text + after }
}

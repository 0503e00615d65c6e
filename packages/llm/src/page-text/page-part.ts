import { randomBytes } from 'node:crypto'
import { fitPageText, type FitSettings } from './fit-page-text.ts'

/** The part of a message that holds the page's text. */
export interface PagePart {
  /** Nobody who writes a page can know it: it is new for each request. */
  mark: string
  text: string
}

/** Control characters but tab and line feed, marks of writing direction, and invisible copies of ASCII. */
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu
/** The beginnings of marks for roles and turns in the templates of models; some servers read them in a text, too. */
const TEMPLATE_MARK =
  /<(?=[|｜]|\/?s>|<\/?SYS>>|(?:start|end)_of_turn>|(?:bos|eos|unk|pad)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])/gi

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
  const text = fitPageText(harmless(markdown), { ...settings, maxLength: room })
  return { mark, text: before + text + after }
}

function harmless(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(TEMPLATE_MARK, '$& ')
}

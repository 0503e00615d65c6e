import { CLASS_NAMES } from '@render/markdown'
import type { Element } from '../dom.ts'

/** The class that names the language of code. */
export const LANGUAGE_CLASS = String.raw`(?:language|lang|highlight|highlight-source|highlight-text)-[\w+#-]+`
/** The classes of the titles of notes. */
const NOTE_TITLE = String.raw`admonition-?(?:title|heading\w*)|(?:markdown-alert|callout|custom-block|custom-container|hint-container|starlight-aside_)[-_]title`
/** Classes that say what an element is: code and its language, formulas, footnotes and notes. */
const CLASS = new RegExp(
  String.raw`^(?:${[...Object.values(CLASS_NAMES), LANGUAGE_CLASS, NOTE_TITLE].join('|')}|footnote-?back|mwe-math-[\w-]+)$`,
  'i',
)
const ROLE = /^(?:doc-[a-z]+|heading|list|listitem|note|table|grid|row|cell|gridcell|columnheader|rowheader)$/
const DATA = /^data-(?:lang|language|latex|line-number|footnote-ref|footnote-backref|footnotes)$/

/** Returns what is to be kept of an attribute that says what an element is; undefined for other attributes. */
export function meaningOf({ localName }: Element, attribute: string, value: string): string | undefined {
  if (attribute === 'role') return ROLE.test(value) ? value : undefined
  if (attribute === 'aria-level' || DATA.test(attribute)) return value
  if (attribute !== 'class') return undefined
  // Code can have its language as a class without any sign of it.
  if (localName === 'pre' || localName === 'code') return value
  return (
    value
      .split(/\s+/)
      .filter((each) => CLASS.test(each))
      .join(' ') || undefined
  )
}

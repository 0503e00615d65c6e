import type { Element } from '../dom.ts'

/** Classes that say what an element is: code and its language, formulas, footnotes and notes. */
const CLASS =
  /^(?:(?:language|lang|highlight|highlight-source|highlight-text)-[\w+#-]+|highlight|codehilite|fragment|math|arithmatex|latex|tex|katex|katex-display|MathJax|mwe-math-[\w-]+|footnote|footnote-?(?:ref|reference|back|backref|backlink)|fn-backref|reversefootnote|reference|(?:theme-)?admonition|admonitionblock|admonition-?(?:title|heading\w*)|markdown-alert|(?:nextra-)?callout|custom-(?:block|container)|hint-container|starlight-aside|notecard|note|tip|important|caution|warning|title|(?:markdown-alert|callout|custom-block|custom-container|hint-container|starlight-aside_)[-_]title|lineno|linenos|line-?numbers?|gutter|rouge-gutter|lnt?|hljs-ln-numbers|blob-num)$/i
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

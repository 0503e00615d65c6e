/**
 * Patterns of the class names by which editors, highlighters and generators of pages say what an element is. Whatever takes
 * classes from a page before it is read has to keep these.
 */
export const CLASS_NAMES = {
  /** Code without `pre`. */
  codeArea: 'cm-content|CodeMirror-code|view-lines|ace_text-layer',
  /** Code without `pre` where it consists of `CODE_LINE`s. Slides have parts of this name, too. */
  codeFragment: 'fragment',
  codeBox: 'highlight|codehilite',
  codeCell: 'code|blob-code|hljs-ln-code|rouge-code',
  gutter: 'cm-gutters|CodeMirror-gutters|ace_gutter',
  lineNumbers: String.raw`line-?numbers?(?:-(?:rows|wrapper))?|react-line-numbers?|linenos?|lineno-?\w*|gutter|hljs-ln-numbers|lnt?|rouge-gutter|blob-num`,
  note: 'admonition|theme-admonition|admonitionblock|markdown-alert|nextra-callout|hint-container|starlight-aside|notecard',
  /** Names of notes that pages also use for other boxes. */
  noteOrBox: 'callout|custom-block|custom-container',
  /** The names of DocBook's notes are words that pages also use for other things, so that the parts of the box count too. */
  docBookNote: 'note|tip|important|caution|warning',
  docBookTitle: 'title',
  formula: 'math|arithmatex',
  formulaPicture: String.raw`latex|tex|mwe-math-fallback-image-\w+`,
  katex: 'katex|katex-display|mwe-math-element',
  mathJax: String.raw`MathJax(?:_\w+)?`,
  footnoteReference: 'footnote|footnote-?ref(?:erence)?|reference',
  footnoteBack: 'footnote-?back(?:ref|link)|reversefootnote|fn-backref',
  emoji: 'emoji',
} as const

export const CODE_LINE = 'line'

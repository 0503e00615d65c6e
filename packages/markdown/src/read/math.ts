import type { PageElement } from '../page/page-tree.ts'
import { CLASS_NAMES } from '../page/class-names.ts'
import { classNamed, hasClass } from '../page/element-kinds.ts'
import { find, textOf } from '../page/text-of.ts'
import type { Reader } from './reader.ts'
import { texOfMathml } from './mathml.ts'

/** Elements that may be formulas whatever their classes. */
const NAMES = new Set(['math', 'script', 'img', 'mjx-container'])
const MATHJAX = classNamed(CLASS_NAMES.mathJax)
const WITH_SOURCE = classNamed(CLASS_NAMES.formula)
const KATEX = classNamed(CLASS_NAMES.katex)
const KATEX_DISPLAY = classNamed('katex-display')
const PICTURE = classNamed(CLASS_NAMES.formulaPicture)
const DISPLAY = /display|block/

interface Formula {
  tex: string
  isDisplay: boolean
}

/** Reads the formula that an element shows; returns undefined for any other element, and no source for a mere picture of one. */
export function readFormula(element: PageElement, reader: Reader): Formula | undefined {
  const { name, attributes } = element
  if (attributes.class === undefined && attributes.display === undefined && !NAMES.has(name)) return undefined
  if (name === 'script') {
    const type = attributes.type ?? ''
    if (!type.startsWith('math/tex')) return undefined
    return formula(textOf(element), type.includes('display'))
  }
  if (reader.hasMathScripts && name !== 'mjx-container' && hasClass(element, MATHJAX))
    return formula('', false)
  if (name === 'img' && isPictureOfMath(element)) return formula(attributes.alt!, hasClass(element, DISPLAY))
  if (hasClass(element, WITH_SOURCE)) {
    const [, inline, display] = /^\s*(?:\\\(([^]*)\\\)|\\\[([^]*)\\\])\s*$/.exec(textOf(element)) ?? []
    const tex = inline ?? display
    if (tex !== undefined) return formula(tex, display !== undefined)
  }
  if (name === 'math') return formula(sourceOf(element), attributes.display === 'block')
  const isDisplay = hasClass(element, KATEX_DISPLAY) || attributes.display === 'true'
  if (name !== 'mjx-container' && !isDisplay && !hasClass(element, KATEX)) return undefined
  const math = find(element, (each) => each.name === 'math')
  if (math) return formula(sourceOf(math), isDisplay || math.attributes.display === 'block')
  const latex = attributes['data-latex']
  if (latex) return formula(latex, isDisplay)
  const picture = find(element, (each) => each.name === 'img' && each.attributes.alt !== undefined)
  return picture && formula(picture.attributes.alt!, hasClass(picture, DISPLAY))
}

function isPictureOfMath(element: PageElement): boolean {
  return Boolean(element.attributes.alt) && hasClass(element, PICTURE)
}

function sourceOf(math: PageElement): string {
  const annotation = find(
    math,
    ({ name, attributes }) => name === 'annotation' && /tex/i.test(attributes.encoding ?? ''),
  )
  if (annotation) return textOf(annotation)
  const { alttext } = math.attributes
  if (alttext) return alttext
  const latex =
    math.attributes['data-latex'] ??
    find(math, (each) => 'data-latex' in each.attributes)?.attributes['data-latex']
  return latex ?? texOfMathml(math)
}

/** Takes out comments with the line break and the blanks after them, as TeX does. Many tools break long lines with a comment. */
function withoutComments(source: string): string {
  return source.replaceAll(
    /(?<!\\)((?:\\\\)*)(\\[a-z]+)?%[^\n]*(?:\n[ \t]*|$)/gi,
    // A letter that follows a command would be part of its name.
    (_, before: string, command?: string) => (command ? `${before}${command} ` : before),
  )
}

/** Formulas are written as they are, so that nothing in them may start a tag, a link or code. */
function formula(source: string, isDisplay: boolean): Formula {
  const tex = withoutComments(source)
    .replace(/^\s*\{\\(?:display|text)style\s([^]*)\}\s*$/, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(\$\$?)([^$]+)\1$/, '$2')
    .replaceAll(/<(?=[a-z/!?])/gi, '< ')
    .replaceAll(/\](?=[([:])/g, '] ')
    .replaceAll('`', '‘')
    .replaceAll('$', String.raw`\$`)
    .replaceAll(String.raw`\\$`, String.raw`\$`)
    .replace(/\\$/, '')
  return { tex, isDisplay }
}

import { isElement, type PageElement } from '../page/page-tree.ts'
import { lineOf } from '../page/text-of.ts'

/** The accents of TeX, by what stands over their base. */
const ACCENTS = new Map(
  Object.entries({
    hat: '^ˆ\u0302',
    tilde: '~˜\u0303∼',
    bar: '¯‾\u0304―',
    vec: '→\u20D7',
    dot: '˙\u0307',
    ddot: '¨\u0308',
    check: 'ˇ\u030C',
    breve: '˘\u0306',
    acute: '´\u0301',
    overbrace: '⏞',
  }).flatMap(([name, marks]) => Array.from(marks, (mark) => [mark, `\\${name}`] as const)),
)

/** The forms of MathML elements in TeX, from the TeX of their parts. */
const FORMS: Record<string, (...parts: string[]) => string> = {
  mfrac: (over, under) => String.raw`\frac{${over}}{${under}}`,
  msup: (base = '', sup) => `${grouped(base)}^{${sup}}`,
  msub: (base = '', sub) => `${grouped(base)}_{${sub}}`,
  msubsup: (base = '', sub, sup) => `${grouped(base)}_{${sub}}^{${sup}}`,
  munder: (base = '', under) => `${grouped(base)}_{${under}}`,
  mover: (base = '', over = '') =>
    ACCENTS.has(over) ? `${ACCENTS.get(over)}{${base}}` : `${grouped(base)}^{${over}}`,
  munderover: (base, under, over) => `${base}_{${under}}^{${over}}`,
  msqrt: (...parts) => String.raw`\sqrt{${parts.join(' ')}}`,
  mroot: (base, index) => String.raw`\sqrt[${index}]{${base}}`,
  mtext: (text) => String.raw`\text{${text}}`,
  mtr: (...cells) => cells.join(' & '),
  mtable: (...rows) => environment('matrix', rows),
  annotation: () => '',
  'annotation-xml': () => '',
}

/** The operators that MathML has between a function and its argument, and between factors. */
const INVISIBLE = /[\u2061-\u2064]/g
const FUNCTIONS =
  /^(?:arccos|arcsin|arctan|arg|cosh?|coth?|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|lim|liminf|limsup|ln|log|max|min|Pr|sec|sinh?|sup|tanh?)$/
const VARIANTS = new Map([
  ['double-struck', 'mathbb'],
  ['bold', 'mathbf'],
  ['script', 'mathcal'],
  ['fraktur', 'mathfrak'],
  ['sans-serif', 'mathsf'],
  ['monospace', 'mathtt'],
])

const LEAVES = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])

/** Writes a formula without a source in TeX; symbols stay the characters that they are. */
export function texOfMathml(element: PageElement): string {
  if (LEAVES.has(element.name)) {
    const isText = element.name === 'mtext'
    const shown = lineOf(element).replaceAll(INVISIBLE, '')
    const text = escaped(shown, isText ? String.raw`\textbackslash ` : String.raw`\backslash `)
    return isText ? FORMS.mtext!(text) : inVariant(element, text)
  }
  if (element.name === 'mmultiscripts') return texOfScripts(element)
  const parts = partsOf(element)
  const form = Object.hasOwn(FORMS, element.name) ? FORMS[element.name] : undefined
  return form ? form(...parts.map((part) => part.trim())) : parts.filter(Boolean).join(' ')
}

/** Writes a name in its letters: in TeX, letters side by side are a product. */
function inVariant({ name, attributes }: PageElement, text: string): string {
  const variant = VARIANTS.get(attributes.mathvariant ?? '')
  if (variant !== undefined) return `\\${variant}{${text}}`
  if (name !== 'mi' || !/^[A-Za-z]{2,}$/.test(text)) return text
  return FUNCTIONS.test(text) ? `\\${text}` : String.raw`\operatorname{${text}}`
}

/** Writes a base with pairs of an index and an exponent after it, and others before it. */
function texOfScripts({ children }: PageElement): string {
  const [base, ...scripts] = children.filter(isElement)
  const divider = scripts.findIndex(({ name }) => name === 'mprescripts')
  const after = divider < 0 ? scripts : scripts.slice(0, divider)
  const before = divider < 0 ? [] : scripts.slice(divider + 1)
  const lead = texOfPairs(before)
  return (lead && `{}${lead}`) + (base ? grouped(texOfMathml(base).trim()) : '') + texOfPairs(after)
}

/** Writes several indices, and several exponents, as one each. */
function texOfPairs(scripts: readonly PageElement[]): string {
  return ['_', '^']
    .map((mark, place) => {
      const tex = scripts.filter((_, index) => index % 2 === place).map(texOfMathml)
      const joined = tex.filter(Boolean).join(' ')
      return joined && `${mark}{${joined}}`
    })
    .join('')
}

function partsOf(element: PageElement): string[] {
  const children = element.children.filter(isElement)
  const brace = children.findIndex(
    (each, index) => each.name === 'mo' && lineOf(each) === '{' && children[index + 1]?.name === 'mtable',
  )
  const isCases = brace >= 0 && children.slice(brace + 2).every((each) => lineOf(each) !== '}')
  if (!isCases) return children.map(texOfMathml)
  return [
    ...children.slice(0, brace).map(texOfMathml),
    environment('cases', partsOf(children[brace + 1]!)),
    ...children.slice(brace + 2).map(texOfMathml),
  ]
}

function environment(name: string, rows: readonly string[]): string {
  return String.raw`\begin{${name}}${rows.join(String.raw` \\ `)}\end{${name}}`
}

/** A character that means something in TeX is written as itself. */
function escaped(text: string, backslash: string): string {
  return text.replaceAll(/[\\{}%#&_]/g, (char) => (char === '\\' ? backslash : `\\${char}`)).trim()
}

/** A base that has an index of its own cannot take another one without braces. */
function grouped(base: string): string {
  return /(?<!\\)[\^_]/.test(base) ? `{${base}}` : base
}

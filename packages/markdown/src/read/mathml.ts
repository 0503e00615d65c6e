import { isElement, type PageElement } from '../page/page-tree.ts'
import { lineOf } from '../page/text-of.ts'

/** The forms of MathML elements in TeX, from the TeX of their parts. */
const FORMS: Record<string, (...parts: string[]) => string> = {
  mfrac: (over, under) => String.raw`\frac{${over}}{${under}}`,
  msup: (base, sup) => `${base}^{${sup}}`,
  msub: (base, sub) => `${base}_{${sub}}`,
  msubsup: (base, sub, sup) => `${base}_{${sub}}^{${sup}}`,
  munder: (base, under) => `${base}_{${under}}`,
  mover: (base, over) => `${base}^{${over}}`,
  munderover: (base, under, over) => `${base}_{${under}}^{${over}}`,
  msqrt: (...parts) => String.raw`\sqrt{${parts.join(' ')}}`,
  mroot: (base, index) => String.raw`\sqrt[${index}]{${base}}`,
  mtext: (text) => String.raw`\text{${text}}`,
  mtr: (...cells) => cells.join(' & '),
  mtable: (...rows) => String.raw`\begin{matrix}${rows.join(String.raw` \\ `)}\end{matrix}`,
  annotation: () => '',
  'annotation-xml': () => '',
}

const LEAVES = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])

/** Writes a formula without a source in TeX; symbols stay the characters that they are. */
export function texOfMathml(element: PageElement): string {
  if (LEAVES.has(element.name)) {
    const text = lineOf(element)
    return element.name === 'mtext' ? FORMS.mtext!(text) : text
  }
  const parts = element.children.filter(isElement).map(texOfMathml)
  const form = Object.hasOwn(FORMS, element.name) ? FORMS[element.name] : undefined
  return form ? form(...parts.map((part) => part.trim())) : parts.filter(Boolean).join(' ')
}

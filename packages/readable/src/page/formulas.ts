import type { Document, Element } from '../dom.ts'

const MATH = 'http://www.w3.org/1998/Math/MathML'

/** Returns a formula whose source a script keeps, as MathML with the source; undefined for other elements. */
export function formulaOfScript(element: Element, name: string, inert: Document): Element | undefined {
  const type = element.getAttribute('type') ?? ''
  if (name !== 'script' || !type.startsWith('math/tex')) return undefined
  return formula(element.textContent ?? '', type.includes('display'), inert)
}

/** Returns a formula that MathJax has drawn and not also written as MathML; undefined for other elements. */
export function formulaOfDrawing(element: Element, name: string, inert: Document): Element | undefined {
  if (name !== 'mjx-container' || element.querySelector('math')) return undefined
  // MathJax 4 has the source of the whole before those of its parts.
  const source = element.hasAttribute('data-latex') ? element : element.querySelector('[data-latex]')
  const tex = source?.getAttribute('data-latex')
  return tex ? formula(tex, element.getAttribute('display') === 'true', inert) : undefined
}

function formula(tex: string, isDisplay: boolean, inert: Document): Element {
  const make = (name: string, ...content: (Element | string)[]): Element => {
    const element = inert.createElementNS(MATH, name)
    element.append(...content)
    return element
  }
  const source = make('annotation', tex)
  source.setAttribute('encoding', 'application/x-tex')
  const math = make('math', make('semantics', make('mtext', tex), source))
  if (isDisplay) math.setAttribute('display', 'block')
  return math
}

/** Returns whether an element draws a formula that is beside it, or in it, in a form to keep. */
export function isDrawnFormula(element: Element, name: string): boolean {
  const { parentElement } = element
  if (name === 'mjx-math') return Boolean(parentElement?.querySelector('mjx-assistive-mml'))
  const classes = ` ${element.getAttribute('class') ?? ''} `
  if (classes.includes(' katex-html ')) return Boolean(parentElement?.querySelector('.katex-mathml'))
  return / MathJax(?:_Preview|_Display|_CHTML|_SVG)? /.test(classes) && name !== 'mjx-container'
}

import type { Dom, DomNode } from './create-dom-reader.ts'

/** Facts that follow from the name of an element. */
export interface Kind {
  isBlock: boolean
  isSkipped: boolean
  isLookless: boolean
}

/** Computed values of CSS. */
export type Styles = Record<
  | 'display'
  | 'visibility'
  | 'opacity'
  | 'clip'
  | 'webkitTextSecurity'
  | 'color'
  | 'whiteSpaceCollapse'
  | 'textWrapMode'
  | 'fontFamily'
  | 'userSelect'
  | 'textAlign'
  | 'listStyleType'
  | 'listStyleImage'
  | 'position'
  | 'cssFloat'
  | 'fontStyle'
  | 'fontSize'
  | 'flexDirection'
  | 'gridTemplateColumns'
  | `${'margin' | 'padding'}Inline${'Start' | 'End'}`,
  string
>

/** Facts about the parent element. */
interface Around {
  isCode: boolean
  isPhrase: boolean
  styles?: Styles
}

/** How an element stands beside others. */
interface Place {
  kind: Kind
  display: string
  /** True for cells, items of flexible boxes and grids, and what is taken out of the line. */
  isItem: boolean
  styles: Styles
  around: Around
}

/**
 * Says what the styles of an element mean for a reader of its text. The display is an argument of its own, because reading a
 * style again and again takes longer than all else.
 */
interface ElementStyles {
  read(element: DomNode): Styles
  /** Returns `b` for an element of the line that is displayed as a block, `i` for the reverse; in a phrase also for boxes. */
  placeOf(kind: Kind, display: string, isInPhrase: boolean): string
  /** Returns whether an element in the line stands beside others, as a cell or as a block that is taken out of the line. */
  isBesideText(display: string, styles: Styles): boolean
  /** Returns whether a container shows its items beside each other or below each other; undefined for others. */
  directionOf(display: string, styles: Styles): 'row' | 'column' | undefined
  /** Returns whether margins and padding alone keep an element in the line from the one before it. */
  isSpaced(styles: Styles, before: Styles): boolean
  /** Returns whether blanks keep an item, or a box in a phrase, apart from what is beside it. */
  isApart(element: DomNode, place: Place): boolean
  /** Returns the letters of `Looks` that do not depend on the place. */
  looksOf(element: DomNode, name: string, styles: Styles, around: Around): string
}

// oxlint-disable-next-line typescript/no-explicit-any
type Prototype = { prototype: any }

declare const Element: Prototype
declare function getComputedStyle(element: DomNode): Styles

export function createElementStyles(dom: Dom): ElementStyles {
  /** Elements that say nothing of what they are. */
  const NEUTRAL = /^(?:div|section|span|samp)$|-/
  /** Elements that do not occur in code. */
  const PROSE = 'h1,h2,h3,h4,h5,h6,p,ul,ol,dl,table,blockquote,pre,figure,img,video,iframe,form,textarea'
  const CODE = /^(?:pre|listing|xmp|plaintext|textarea|code)$/
  const MONOSPACE = /monospace|mono(?!type)|courier|consolas|menlo/i
  const body = dom.ofDocument('body') as DomNode | null
  const BLOCK_DISPLAY =
    /^(?:block|flex|grid|flow-root|table|table-row(?:-group)?|table-(?:header|footer)-group|table-caption|list-item)$/

  return {
    read: (element) => getComputedStyle(element),
    placeOf,
    isBesideText,
    directionOf,
    isSpaced,
    isApart,
    looksOf,
  }

  function placeOf({ isBlock, isLookless }: Kind, display: string, isInPhrase: boolean): string {
    if (isLookless) return ''
    if (isBlock) return display === 'inline' || isBoxInPhrase(display, isInPhrase) ? 'i' : ''
    return BLOCK_DISPLAY.test(display) ? 'b' : ''
  }

  function isBesideText(display: string, { position, cssFloat }: Styles): boolean {
    return (
      display === 'table-cell' ||
      (display === 'block' && (position === 'absolute' || position === 'fixed' || cssFloat !== 'none'))
    )
  }

  function directionOf(
    display: string,
    { flexDirection, gridTemplateColumns }: Styles,
  ): 'row' | 'column' | undefined {
    if (/^(?:inline-)?flex$/.test(display)) return flexDirection.startsWith('column') ? 'column' : 'row'
    if (!/^(?:inline-)?grid$/.test(display)) return undefined
    const columns = gridTemplateColumns.replaceAll(/\[.*?\]/g, ' ').trim()
    return /^(?!subgrid)\S+$/.test(columns) ? 'column' : 'row'
  }

  function isSpaced(styles: Styles, before: Styles): boolean {
    if (!before.display.startsWith('inline') || !styles.display.startsWith('inline')) return false
    const gaps = [
      before.marginInlineEnd,
      before.paddingInlineEnd,
      styles.marginInlineStart,
      styles.paddingInlineStart,
    ]
    // A space has about a quarter of the size of its font.
    return gaps.reduce((sum, gap) => sum + (parseFloat(gap) || 0), 0) >= 0.2 * parseFloat(styles.fontSize)
  }

  function isBoxInPhrase(display: string, isInPhrase: boolean): boolean {
    return isInPhrase && display === 'inline-block'
  }

  function isApart(element: DomNode, { kind, display, isItem, styles, around }: Place): boolean {
    if (isItem) return !around.isCode && !isDropCap(element, styles, around)
    if (!kind.isBlock || !isBoxInPhrase(display, around.isPhrase)) return false
    // Scripts put each letter into a box of its own.
    return dom.textContent(element).trim().length > 2
  }

  /** Returns whether an element is the large first letter of a text. */
  function isDropCap(element: DomNode, { cssFloat, fontSize }: Styles, { styles: around }: Around): boolean {
    const after = /^(?:left|inline-start)$/.test(cssFloat) ? dom.nextSibling(element) : null
    if (!after || dom.nodeType(after) !== 3 || !/^\p{L}/u.test(dom.nodeValue(after))) return false
    if (parseFloat(fontSize) <= parseFloat(around?.fontSize ?? '0')) return false
    return /^\s*["'“‘«„¡¿]?\p{L}\s*$/u.test(dom.textContent(element))
  }

  function looksOf(
    element: DomNode,
    name: string,
    styles: Styles,
    { isCode, styles: around }: Around,
  ): string {
    let looks = ''
    if (!isCode && isShownAsCode(element, name, styles, around)) looks += 'w'
    if ((isCode || looks !== '' || CODE.test(name)) && styles.userSelect === 'none') looks += 'u'
    if (name === 'li' && !hasMark(styles)) looks += 'n'
    if (/^(?:cite|dfn|var)$/.test(name) && styles.fontStyle === 'normal') looks += 'p'
    if (name === 'td' && styles.textAlign.endsWith('center')) looks += 'c'
    if (name === 'td' && /^(?:right|end|-webkit-right)$/.test(styles.textAlign)) looks += 'r'
    return looks
  }

  function isShownAsCode(element: DomNode, name: string, styles: Styles, around?: Styles): boolean {
    if (name === 'code')
      return styles.display === 'block' && (styles.whiteSpaceCollapse === 'preserve' || has(element, 'br'))
    if (!NEUTRAL.test(name) || !BLOCK_DISPLAY.test(styles.display)) return false
    if (!isFixed(styles)) return isFlowingCode(element, styles, around)
    // An element that inherits this style from a parent that is not code is not code either.
    if (!body || (around && isFixed(around))) return false
    // Pages in the style of a terminal have their prose so too.
    const page = getComputedStyle(body)
    if (page.whiteSpaceCollapse === 'preserve') return false
    if (MONOSPACE.test(page.fontFamily) && styles.textWrapMode !== 'nowrap') return false
    return !has(element, PROSE)
  }

  /** Returns whether lines that end with breaks, indented by spaces that do not collapse, are in a font of code. */
  function isFlowingCode(element: DomNode, { fontFamily }: Styles, around?: Styles): boolean {
    if (!MONOSPACE.test(fontFamily) || !body || (around && MONOSPACE.test(around.fontFamily))) return false
    if (MONOSPACE.test(getComputedStyle(body).fontFamily)) return false
    return has(element, 'br') && !has(element, PROSE) && dom.textContent(element).includes('\u00A0')
  }

  function has(element: DomNode, css: string): boolean {
    return Element.prototype.querySelector.call(element, css) !== null
  }

  /** Returns whether blanks are kept and as wide as any letter. */
  function isFixed({ whiteSpaceCollapse, fontFamily }: Styles): boolean {
    return whiteSpaceCollapse === 'preserve' && MONOSPACE.test(fontFamily)
  }

  function hasMark({ display, listStyleType, listStyleImage }: Styles): boolean {
    return display === 'list-item' && (listStyleType !== 'none' || listStyleImage !== 'none')
  }
}

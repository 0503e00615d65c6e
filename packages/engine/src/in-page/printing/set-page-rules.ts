interface StyleElement {
  textContent: string
  readonly sheet: object | null
  remove(): void
}
interface Sheet {
  replaceSync(css: string): void
}

declare const CSSStyleSheet: new () => Sheet
declare const document: {
  createElement(name: 'style'): StyleElement
  readonly documentElement: { prepend(child: StyleElement): void }
  adoptedStyleSheets: Sheet[]
}
declare function getComputedStyle(element: object): {
  readonly direction: string
  readonly writingMode: string
}

/**
 * Sets rules for the print, instead of those set before. They come before the page's own, because the browser prefers the
 * first of two important declarations in `@page`; where the content policy forbids that, they come after.
 */
export function setPageRules({
  rules,
  isScaled,
  marginBoxes,
}: {
  rules: string
  isScaled: boolean
  marginBoxes: string[]
}): void {
  const css = isScaled ? rules + directionRule() : rules
  const world = globalThis as { renderPageRules?: { replace(css: string): void } }
  if (world.renderPageRules) return world.renderPageRules.replace(css)
  if (!css) return
  const element = document.createElement('style')
  element.textContent = css
  document.documentElement.prepend(element)
  if (element.sheet) {
    world.renderPageRules = { replace: (text) => (element.textContent = text) }
    return
  }
  element.remove()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  world.renderPageRules = { replace: (text) => sheet.replaceSync(text) }

  /**
   * Returns a rule that lets all sheets begin in the top left corner. Otherwise a sheet has the direction of the root, or that
   * of the page's own rules, and the browser moves the content of a scaled sheet of another direction off the paper. The
   * direction of the content stays.
   */
  function directionRule(): string {
    const { direction, writingMode } = getComputedStyle(document.documentElement)
    const own = `direction: ${direction}; writing-mode: ${writingMode}`
    const isUsual = direction === 'ltr' && writingMode === 'horizontal-tb'
    const boxes = isUsual ? [] : marginBoxes.map((name) => `@${name} { ${own} }`)
    return `@page { direction: ltr !important; writing-mode: horizontal-tb !important; ${boxes.join(' ')} }`
  }
}

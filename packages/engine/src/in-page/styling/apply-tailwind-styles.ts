interface Sheet {
  replaceSync(css: string): void
}
declare const CSSStyleSheet: new () => Sheet
declare const document: {
  querySelectorAll(selector: string): Iterable<{ textContent: string; sheet: object | null }>
  adoptedStyleSheets: Sheet[]
}

/**
 * Returns whether Tailwind has written its style sheet into the document. Adds that sheet as a constructed one when the
 * document's content policy forbids the style element.
 */
export function applyTailwindStyles(): boolean {
  const written = [...document.querySelectorAll('head > style')].find(({ textContent }) =>
    textContent.startsWith('/*! tailwindcss'),
  )
  if (!written) return false
  if (!written.sheet) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(written.textContent)
    document.adoptedStyleSheets.push(sheet)
  }
  return true
}

/** Returns true when it is called for the first time in this document. */
export function claimTailwind(): boolean {
  const world = globalThis as { renderTailwind?: boolean }
  const isFirst = !world.renderTailwind
  world.renderTailwind = true
  return isFirst
}

// The function here is serialised into the page, so it cannot import values or use closures.

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

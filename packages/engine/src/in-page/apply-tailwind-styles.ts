// Serialised into the page: no imports, no closures.

interface Sheet {
  replaceSync(css: string): void
}
declare const CSSStyleSheet: new () => Sheet
declare const document: {
  querySelectorAll(selector: string): Iterable<{ textContent: string; sheet: object | null }>
  adoptedStyleSheets: Sheet[]
}

/** Whether Tailwind has written its style sheet into the document; where its policy forbids that, it is added another way. */
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

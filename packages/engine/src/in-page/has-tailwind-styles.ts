// Serialised into the page: no imports, no closures.

declare const document: { querySelectorAll(selector: string): Iterable<{ textContent: string }> }

/** Whether Tailwind has written its style sheet into the document. */
export function hasTailwindStyles(): boolean {
  return [...document.querySelectorAll('head > style')].some(({ textContent }) =>
    textContent.startsWith('/*! tailwindcss'),
  )
}

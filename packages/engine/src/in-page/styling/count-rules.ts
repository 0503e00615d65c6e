interface Sheet {
  readonly cssRules: Iterable<{ selectorText?: string }>
  replaceSync(css: string): void
}
declare const CSSStyleSheet: new () => Sheet

/** Counts the rules with a selector in a style sheet. The browser leaves out rules that it does not understand. */
export function countRules(css: string): number {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return [...sheet.cssRules].filter(({ selectorText }) => selectorText !== undefined).length
}

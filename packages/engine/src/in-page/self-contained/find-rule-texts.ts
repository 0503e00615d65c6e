declare const CSSStyleSheet: new () => {
  readonly cssRules: ArrayLike<{ readonly cssText: string }>
  replaceSync(css: string): void
}

const PART =
  /\/\*[^]*?(?:\*\/|$)|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?|\\[^]|url\(\s*(?!["'\s])(?:\\[^]|[^)\\])*\)?|[{}()[\];]/gi

/**
 * Returns the texts of the rules of a style sheet for which the browser writes something else: shorthands with a variable
 * lose their values once a later declaration sets a part of them. Their keys are what the browser writes.
 */
export function findRuleTexts(css: string): Map<string, string> {
  const texts = new Map<string, string>()
  const sheet = new CSSStyleSheet()
  let start = 0
  let depth = 0
  for (const { 0: part, index } of css.matchAll(PART)) {
    if (/^[{([]$/.test(part)) depth += 1
    else if (/^[})\]]$/.test(part)) depth = Math.max(0, depth - 1)
    if (depth > 0 || !/^[};]$/.test(part)) continue
    add(css.slice(start, index + 1))
    start = index + 1
  }
  return texts

  /** Leaves out a text with an open bracket, which would change the rules after it. */
  function add(text: string): void {
    if (!text.includes('var(')) return
    sheet.replaceSync(`${text}\na{}`)
    const { 0: rule, 1: last, length } = sheet.cssRules
    if (length === 2 && last!.cssText === 'a { }' && rule!.cssText.includes(': ;'))
      texts.set(rule!.cssText, text)
  }
}

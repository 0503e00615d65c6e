import type { PageDocument } from '../dom.ts'

declare const document: PageDocument

/**
 * Returns whether the page may run code: by scripts, handlers in attributes, or frames, which may contain both. A page without
 * them does nothing by itself, and looks the same before and after scrolling.
 */
export function runsCode(): boolean {
  const handlers = '//@*[starts-with(name(), "on")]'
  // Scripts in drawings have another namespace.
  const script = 'local-name() = "script" and not(contains(@type, "json"))'
  const code = `//*[(${script}) or self::iframe or self::frame] | ${handlers}`
  const FIRST_NODE = 9
  return document.evaluate(code, document, null, FIRST_NODE).singleNodeValue !== null
}

// The function here is serialised into the page, so it cannot import values or use closures.
import type { PageDocument } from '../dom.ts'

declare const document: PageDocument

/**
 * Returns whether the page could notice that it is scrolled: by scripts, handlers in attributes, or frames, which may
 * contain both. A page without them looks the same before and after scrolling.
 */
export function runsCode(): boolean {
  const handlers = '//@*[starts-with(name(), "on")]'
  const code = `//*[self::script[not(contains(@type, "json"))] or self::iframe or self::frame] | ${handlers}`
  const FIRST_NODE = 9
  return document.evaluate(code, document, null, FIRST_NODE).singleNodeValue !== null
}

// Serialised into the page: no imports, no closures.
import type { PageDocument } from './dom.ts'

declare const document: PageDocument

/**
 * Whether anything of the page could notice that it is scrolled: scripts, handlers in attributes, and frames, which may
 * have either. A page without them shows the same before and after.
 */
export function runsCode(): boolean {
  const handlers = '//@*[starts-with(name(), "on")]'
  const code = `//*[self::script[not(contains(@type, "json"))] or self::iframe or self::frame] | ${handlers}`
  const FIRST_NODE = 9
  return document.evaluate(code, document, null, FIRST_NODE).singleNodeValue !== null
}

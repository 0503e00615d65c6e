// The function here is also serialised into pages, so it cannot import values or use closures.
import type { Element } from '../dom.ts'

/**
 * Returns the address of what a frame, video or sound shows, or would show once a script of the page or a consent asks for it;
 * undefined for one without any.
 */
export function embeddedAddress(element: Element): string | undefined {
  const NOTHING = /^\s*(?:about:|data:|$)/i
  const LATE = /^data-[\w-]*src$/
  const source = element.getAttribute('src') ?? undefined
  if (source !== undefined && !NOTHING.test(source)) return source
  const late = [...element.attributes].find(
    ({ name, value }) => LATE.test(name) && /[./]/.test(value) && !/^\s*[a-z]+:(?<!https?:)/i.test(value),
  )
  return late?.value ?? source
}

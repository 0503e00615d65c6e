// The function here is also serialised into pages, so it cannot import values or use closures.
import type { Element } from '../dom.ts'

/**
 * Returns the address of what a frame, video or sound shows, or would show once a script of the page or a consent asks for it;
 * undefined for one without any, and for one whose `source` elements have addresses.
 */
export function embeddedAddress(element: Element): string | undefined {
  const NOTHING = /^\s*(?:about:|data:|$)/i
  const LATE = /^data-[\w-]*src$/
  /** Attributes whose names have these words hold pictures, or what is shown when all else fails. */
  const OTHER = /poster|thumb|preview|placeholder|fallback|image|error/
  /** Values that scripts of the page fill in, and addresses that lead nowhere. */
  const UNUSABLE = /\{|^\s*(?!https?:)[a-z][\w+.-]*:/i
  const source = element.getAttribute('src') ?? undefined
  if (source !== undefined && !NOTHING.test(source)) return source
  if (element.querySelector('source[src]')) return undefined
  const late = [...element.attributes].find(
    ({ name, value }) => LATE.test(name) && !OTHER.test(name) && /[./]/.test(value) && !UNUSABLE.test(value),
  )
  return late?.value ?? source
}

// The function here is serialised into the page, so it cannot import values or use closures.
import type { Attributes } from './create-attribute-writer.ts'
import type { Dom, DomNode } from './create-dom-reader.ts'
import type { readRecords } from './read-records.ts'
import type { Changes } from './written.ts'

declare const CSS: { escape(text: string): string }

/** Returns a function that marks these states, which selectors look for and which elements have without an attribute. */
export function createStateMarker(
  dom: Dom,
  { escape }: Attributes,
  states: readonly string[],
  records: typeof readRecords,
): (element: DomNode) => Changes {
  const MAX_NAMES = 200
  const anyState = `:is(${states.map((state) => `:${state}`).join()})`
  const names = records('states')
    .slice(0, MAX_NAMES)
    .filter((name): name is string => typeof name === 'string' && /^\S+$/.test(name))
  return (element) => {
    const held = dom.matches(element, anyState)
      ? states.filter((state) => dom.matches(element, `:${state}`))
      : []
    const custom = customStates(element)
    return {
      ...Object.fromEntries(held.map((state) => [`data-shown-${state}`, ''])),
      ...(custom.length > 0 ? { 'data-shown-states': escape(custom.join(' ')) } : {}),
    }
  }

  /** Only the element's own code can list its states, so all names that scripts have used are tried. */
  function customStates(element: DomNode): string[] {
    if (!dom.localName(element).includes('-')) return []
    return names.filter((name) => dom.matches(element, `:state(${CSS.escape(name)})`))
  }
}

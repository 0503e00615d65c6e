import type { DomNode } from '../reading/create-dom-reader.ts'
import { LOST_STATES, markOf, OWN_STATES } from './marks.ts'
import { escape } from './markup.ts'
import { readRecords } from './read-records.ts'
import { dom } from './this-document.ts'
import type { Changes } from './written.ts'

declare const CSS: { escape(text: string): string }

const MAX_NAMES = 200
const STATES = [...LOST_STATES, ...OWN_STATES]
const ANY_STATE = `:is(${STATES.map((state) => `:${state}`).join()})`

/** Returns a function that marks the states which selectors look for and which elements have without an attribute. */
export function createStateMarker(): (element: DomNode) => Changes {
  const names = readRecords('states')
    .slice(0, MAX_NAMES)
    .filter((name): name is string => typeof name === 'string' && /^\S+$/.test(name))
  return (element) => {
    const held = dom.matches(element, ANY_STATE)
      ? STATES.filter((state) => dom.matches(element, `:${state}`))
      : []
    const custom = customStates(element)
    return {
      ...Object.fromEntries(held.map((state) => [markOf(state), ''])),
      ...(custom.length > 0 ? { 'data-shown-states': escape(custom.join(' ')) } : {}),
    }
  }

  /** Only the element's own code can list its states, so all names that scripts have used are tried. */
  function customStates(element: DomNode): string[] {
    if (!dom.localName(element).includes('-')) return []
    return names.filter((name) => dom.matches(element, `:state(${CSS.escape(name)})`))
  }
}

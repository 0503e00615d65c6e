import {
  CHANGED_ATTRIBUTES,
  givenOf,
  LOST_STATES,
  markOf,
  OWN_STATES,
} from '../in-page/self-contained/marks.ts'
import type { SelectorChanges } from '../inlining/find-places.ts'
import { quoted } from '../inlining/rewrite-css.ts'

/** Returns how the selectors of a page are changed for its document, whose markup is given. */
export function selectorChanges(markup: readonly string[]): SelectorChanges {
  const held = new Set(
    OWN_STATES.filter((state) => markup.some((text) => text.includes(` ${markOf(state)}="`))),
  )
  return {
    replaceAttribute: compareGiven,
    replacePseudoClass(name, argument) {
      if (argument !== undefined)
        return name === 'state' ? `[data-shown-states~=${quoted(argument)}]` : undefined
      if (name === 'defined') return ':not([data-not-defined])'
      if (held.has(name)) return `:is(:${name},[${markOf(name)}])`
      return LOST_STATES.includes(name) ? `[${markOf(name)}]` : undefined
    },
  }
}

/**
 * Returns a selector that compares such an attribute with the value that it has in the page: elements with another value in
 * the document have the page's in a second attribute. It has the weight of the first one.
 */
function compareGiven(name: string, comparison: string): string | undefined {
  if (!CHANGED_ATTRIBUTES.includes(name)) return undefined
  const given = givenOf(name)
  return `:is([${given}${comparison}],[${name}${comparison}]:where(:not([${given}])))`
}

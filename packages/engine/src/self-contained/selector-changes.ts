import type { SelectorChanges } from '../inlining/find-places.ts'
import { quoted } from '../inlining/rewrite-css.ts'

/** Attributes to which a document may give other values than its page has, such as the file instead of its address. */
export const CHANGED_ATTRIBUTES: readonly string[] =
  'action background cite data formaction href loading longdesc poster sizes src srcset style'.split(' ')

/** States that elements have without an attribute, and lose in a document. */
const LOST_STATES = ['modal', 'popover-open', 'target', 'indeterminate']

/** States that elements have in a document too, from its reader. */
const OWN_STATES = ['hover', 'focus', 'focus-within', 'focus-visible']

/** The states of the page that are marked with attributes. */
export const MARKED_STATES: readonly string[] = [...LOST_STATES, ...OWN_STATES]

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

function markOf(state: string): string {
  return `data-shown-${state}`
}

/**
 * Returns a selector that compares such an attribute with the value that it has in the page: elements with another value in
 * the document have the page's in a second attribute. It has the weight of the first one.
 */
function compareGiven(name: string, comparison: string): string | undefined {
  if (!CHANGED_ATTRIBUTES.includes(name)) return undefined
  const given = `data-given-${name}`
  return `:is([${given}${comparison}],[${name}${comparison}]:where(:not([${given}])))`
}

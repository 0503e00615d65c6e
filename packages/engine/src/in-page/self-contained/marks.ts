// Attributes by which selectors still match elements that a document, written without the scripts of its page, changes.

/** Attributes to which a document may give other values than its page has, such as the file instead of its address. */
export const CHANGED_ATTRIBUTES: readonly string[] =
  'action background cite data formaction href loading longdesc poster sizes src srcset style'.split(' ')

/** States that elements have without an attribute, and lose in a document. */
export const LOST_STATES = ['modal', 'popover-open', 'target', 'indeterminate']

/** States that elements have in a document too, from its reader. */
export const OWN_STATES = ['hover', 'focus', 'focus-within', 'focus-visible']

/** Returns the name of the attribute that an element in this state has. */
export function markOf(state: string): string {
  return `data-shown-${state}`
}

/** Returns the name of the attribute that has the page's value of a changed one. */
export function givenOf(attribute: string): string {
  return `data-given-${attribute}`
}

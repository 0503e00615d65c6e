/** Attributes to which a document may give other values than its page has, such as the file instead of its address. */
export const CHANGED_ATTRIBUTES: readonly string[] =
  'action background cite data formaction href loading longdesc poster sizes src srcset style'.split(' ')

/**
 * Returns a selector that compares such an attribute with the value that it has in the page: elements with another value in
 * the document have the page's in a second attribute. It has the weight of the first one.
 */
export function compareGiven(name: string, comparison: string): string | undefined {
  if (!CHANGED_ATTRIBUTES.includes(name)) return undefined
  const given = `data-given-${name}`
  return `:is([${given}${comparison}],[${name}${comparison}]:where(:not([${given}])))`
}

// The function here is serialised into the page, so it cannot import values or use closures.

declare const document: { readonly readyState: string }

/** Returns whether the load event of the document has begun. */
export function isLoaded(): boolean {
  return document.readyState === 'complete'
}

declare const document: { readonly readyState: string }

/** Returns whether the load event of the document has begun. */
export function isLoaded(): boolean {
  return document.readyState === 'complete'
}

// Serialised into the page: no imports, no closures.

declare const document: { readonly contentType: string; readonly body: object | null }

/** Whether a document was stopped before its parser came to a body: the browser would never draw it, and there is nothing to see. */
export function lacksBody(): boolean {
  return document.contentType === 'text/html' && !document.body
}

declare const document: { readonly contentType: string; readonly body: object | null }

/**
 * Returns whether the document's load was stopped before the parser reached a body. The browser never paints such a
 * document, and there is nothing to see.
 */
export function lacksBody(): boolean {
  return document.contentType === 'text/html' && !document.body
}

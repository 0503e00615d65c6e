declare const document: { readonly images: Iterable<{ readonly complete: boolean }> }

/** Returns how many pictures of the document are still loading. */
export function countLateImages(): number {
  return [...document.images].filter(({ complete }) => !complete).length
}

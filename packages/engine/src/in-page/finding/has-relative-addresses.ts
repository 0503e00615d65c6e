import type { PageRoot } from '../dom.ts'

declare const document: PageRoot & { readonly baseURI: string }

/** Returns whether an element names a file whose address is relative, and nothing says to what. */
export function hasRelativeAddresses(): boolean {
  const naming =
    'link[rel~="stylesheet" i][href], img[src], script[src], source[src], video[src], audio[src], iframe[src]'
  return Array.from(document.querySelectorAll(naming)).some((element) => {
    const address = (element.getAttribute('src') ?? element.getAttribute('href')!).trim()
    return address !== '' && !URL.canParse(address, document.baseURI)
  })
}

import { isElement, type PageContent, type PageElement } from './page-tree.ts'

/** Shortens the addresses of links to places of the page itself to their fragments, as most pages write them. */
export function shortenOwnAddresses(root: PageElement, { address, base }: PageContent): void {
  const own = address === undefined ? null : URL.parse(address)
  if (own) shortenIn(root, withoutFragment(own), base)
}

function shortenIn(element: PageElement, own: string, base: string | undefined): void {
  for (const child of element.children) {
    if (!isElement(child)) continue
    const { href = '' } = child.attributes
    const fragment = child.name === 'a' ? /#.*/s.exec(href)?.[0] : undefined
    const url = fragment === undefined ? null : URL.parse(href, base)
    if (url && withoutFragment(url) === own) child.attributes = { ...child.attributes, href: fragment! }
    shortenIn(child, own, base)
  }
}

function withoutFragment({ href }: URL): string {
  return href.replace(/#.*$/s, '')
}

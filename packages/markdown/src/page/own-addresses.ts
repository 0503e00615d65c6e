import { isElement, type PageContent, type PageElement } from './page-tree.ts'
import { decoded } from './places.ts'

/**
 * Shortens the addresses of links to places of the page itself to their fragments, as most pages write them. A fragment that
 * names a view of the page becomes a full address.
 */
export function rewriteOwnAddresses(root: PageElement, { address, base }: PageContent): void {
  const own = address === undefined ? null : URL.parse(address)
  if (own) rewriteIn(root, { own: withoutFragment(own), base, places: placesIn(root) })
}

interface Page {
  own: string
  base: string | undefined
  /** The names of places that links may lead to. */
  places: ReadonlySet<string>
}

/** A fragment by which the script of a page shows one of its views. */
const ROUTE = /^#!?\//

function rewriteIn(element: PageElement, page: Page): void {
  for (const child of element.children) {
    if (!isElement(child)) continue
    const { href = '' } = child.attributes
    const fragment = child.name === 'a' ? /#.*/s.exec(href)?.[0] : undefined
    const url = fragment === undefined ? null : URL.parse(href, page.base)
    if (url && withoutFragment(url) === page.own) {
      if (isPlace(fragment!, page)) child.attributes = { ...child.attributes, href: fragment! }
      else if (ROUTE.test(href)) child.attributes = { ...child.attributes, href: url.href }
    }
    rewriteIn(child, page)
  }
}

/** Returns whether a fragment leads to a part of the page, and not to a state of its script or to a text. */
function isPlace(fragment: string, { places }: Page): boolean {
  const name = fragment.slice(1)
  return /^(?:top)?$/i.test(name) || places.has(name) || places.has(decoded(name))
}

function placesIn(root: PageElement): Set<string> {
  const places = new Set<string>()
  const visit = ({ name, attributes, children }: PageElement): void => {
    if (attributes.id) places.add(attributes.id)
    if (name === 'a' && attributes.name) places.add(attributes.name)
    for (const child of children) if (isElement(child)) visit(child)
  }
  visit(root)
  return places
}

function withoutFragment({ href }: URL): string {
  return href.replace(/#.*$/s, '')
}

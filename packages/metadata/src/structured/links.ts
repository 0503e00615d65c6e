import { attribute, attributesOf, shownText, type PageElement } from '../dom.ts'
import { words } from '../linked-data/item.ts'
import type { Page } from '../page.ts'
import { anyAddress, MAX_ADDRESS_LENGTH } from '../values/address.ts'
import { cleanText } from '../values/text.ts'
import { readFirst, type Limited } from './limited.ts'

export interface Link {
  /** Absolute, unless it leads to a place in the same document. */
  href: string
  text: string
  title?: string
  linkType: 'anchor' | 'internal' | 'external' | 'email' | 'phone' | 'other'
  rel: string[]
  attributes: Record<string, string>
}

const MAX_LINKS = 5000
const MAX_ATTRIBUTES = 30
const MAX_LENGTH = 2048
/** `data:` addresses and scripts can be long, and lead nowhere. */
const MAX_OTHER = 100

export function linksOf(page: Page): Limited<Link> {
  const host = URL.parse(page.address)?.host
  return readFirst(page.document, 'a[href], area[href]', MAX_LINKS, (element) =>
    readLink(element, page, host),
  )
}

/** Returns undefined for a link whose address is too long: a part of it would lead elsewhere. */
function readLink(element: PageElement, { base }: Page, host: string | undefined): Link | undefined {
  const written = attribute(element, 'href') ?? ''
  const title = attribute(element, 'title')
  // An empty one leads to the base address itself.
  const start = written.trim() === '' ? base.replace(/#.*$/s, '') : written.slice(0, MAX_ADDRESS_LENGTH)
  const href = start.startsWith('#') ? start : anyAddress(start, base)
  const linkType = typeOf(href, host)
  if (linkType !== 'other' && written.length > MAX_ADDRESS_LENGTH) return undefined
  return {
    href: linkType === 'other' ? href.slice(0, MAX_OTHER) : href,
    text: cleanText(shownText(element)) ?? '',
    ...(title && { title }),
    linkType,
    rel: words(attribute(element, 'rel')),
    attributes: otherAttributes(element, 'href'),
  }
}

/** Links to the host of the page are internal, also when they are written as absolute ones. */
function typeOf(href: string, host: string | undefined): Link['linkType'] {
  if (href.startsWith('#')) return 'anchor'
  const address = URL.parse(href)
  if (address?.protocol === 'mailto:') return 'email'
  if (address?.protocol === 'tel:') return 'phone'
  if (!address || !/^https?:$/.test(address.protocol)) return 'other'
  return address.host === host ? 'internal' : 'external'
}

/** Returns the attributes of an element but one, whatever they are called. */
export function otherAttributes(element: PageElement, without: string): Record<string, string> {
  return Object.fromEntries(
    attributesOf(element)
      .filter(({ name }) => name !== without)
      .slice(0, MAX_ATTRIBUTES)
      .map(({ name, value }) => [name.slice(0, MAX_OTHER), value.slice(0, MAX_LENGTH)]),
  )
}

import { readCookieLine, type CookieLine } from '../cookie-line.ts'

/** Browsers keep none whose name and value are longer together. */
const MAX_BYTES = 4096

interface Fault {
  is: (cookie: CookieLine, host: string | undefined) => boolean
  /** What follows the name of the place. */
  told: string
}

const FAULTS: Fault[] = [
  {
    is: ({ name, value }) => Buffer.byteLength(name + value) > MAX_BYTES,
    told: `is longer than the ${MAX_BYTES} bytes that browsers keep`,
  },
  {
    is: ({ attributes }, host) => host !== undefined && !covers(domainOf(attributes), host),
    told: 'has a Domain that is not that of the address: it must be its host, or a domain above that',
  },
  {
    is: ({ attributes }) => !(attributes.get('path') || '/').startsWith('/'),
    told: 'has a Path that does not begin with /',
  },
  {
    is: ({ attributes }) => attributes.get('samesite')?.toLowerCase() === 'none' && !attributes.has('secure'),
    told: 'has SameSite=None, which needs Secure',
  },
  {
    is: ({ name, attributes }) => /^__(?:Secure|Host)-/i.test(name) && !attributes.has('secure'),
    told: 'has a name that needs Secure',
  },
  {
    is: ({ name, attributes }) =>
      /^__Host-/i.test(name) && (domainOf(attributes) !== '' || (attributes.get('path') || '/') !== '/'),
    told: 'has a name that allows no Domain, and no Path but /',
  },
]

/** Why a browser would not keep a cookie for a host; undefined when it would, or the host is not known. */
export function cookieFault(line: string, host: string | undefined): string | undefined {
  const cookie = readCookieLine(line)
  return FAULTS.find(({ is }) => is(cookie, host))?.told
}

function domainOf(attributes: CookieLine['attributes']): string {
  return attributes.get('domain')?.replace(/^\./, '').toLowerCase() ?? ''
}

/** A name without a dot, such as `com`, is no domain that a host could be below. */
function covers(domain: string, host: string): boolean {
  return domain === '' || domain === host || (domain.includes('.') && host.endsWith(`.${domain}`))
}

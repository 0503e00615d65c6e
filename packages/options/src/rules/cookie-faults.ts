import { domainToASCII } from 'node:url'
import { readCookieLine, type CookieLine } from '../values/cookie-line.ts'

/** Browsers reject cookies whose name and value are longer together. */
const MAX_BYTES = 4096

interface Fault {
  is: (cookie: CookieLine, host: string | undefined) => boolean
  /** Follows the name of the option in the message. */
  message: string
}

const FAULTS: Fault[] = [
  {
    is: ({ name, value }) => Buffer.byteLength(name + value) > MAX_BYTES,
    message: `must be at most ${MAX_BYTES} bytes (name and value together)`,
  },
  {
    is: ({ attributes }, host) => host !== undefined && !covers(domainOf(attributes), host),
    message: 'has a Domain that does not match the URL: it must be the host of the URL or a parent domain',
  },
  {
    is: ({ attributes }) => !(attributes.get('path') || '/').startsWith('/'),
    message: 'has an invalid Path: it must begin with /',
  },
  {
    is: ({ attributes }) => attributes.get('samesite')?.toLowerCase() === 'none' && !attributes.has('secure'),
    message: 'has SameSite=None, which requires Secure',
  },
  {
    is: ({ name, attributes }) => /^__(?:Secure|Host)-/i.test(name) && !attributes.has('secure'),
    message: 'has a name prefix that requires Secure',
  },
  {
    is: ({ name, attributes }) =>
      /^__Host-/i.test(name) && (domainOf(attributes) !== '' || (attributes.get('path') || '/') !== '/'),
    message: 'has the name prefix __Host-, which requires Path=/ and no Domain',
  },
]

/** Returns why a browser would reject a cookie for a host; undefined when it would accept it. */
export function cookieFault(line: string, host: string | undefined): string | undefined {
  const cookie = readCookieLine(line)
  return FAULTS.find(({ is }) => is(cookie, host))?.message
}

function domainOf(attributes: CookieLine['attributes']): string {
  const domain = attributes.get('domain')?.replace(/^\./, '') ?? ''
  return domainToASCII(domain) || domain.toLowerCase()
}

/** A name without a dot, such as `com`, is not accepted as a parent domain. */
function covers(domain: string, host: string): boolean {
  return domain === '' || domain === host || (domain.includes('.') && host.endsWith(`.${domain}`))
}

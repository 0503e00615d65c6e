import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { CookieLine } from '@render/options'
import type { BrowserContext } from 'playwright-core'

type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

const SAME_SITE: Record<string, Cookie['sameSite']> = { lax: 'Lax', strict: 'Strict', none: 'None' }

/** Converts a cookie into the browser's form. Without a domain it belongs to the host of the target. */
export function toCookie({ name, value, attributes }: CookieLine, target: URL): Cookie {
  return {
    name,
    value,
    domain: domainOf(attributes.get('domain'), target.hostname),
    path: attributes.get('path') || '/',
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
    sameSite: SAME_SITE[attributes.get('samesite')?.toLowerCase() ?? ''],
    expires: expiryOf(attributes.get('max-age'), attributes.get('expires')),
  }
}

/**
 * Returns the domain of a cookie. A leading dot makes the browser send it to subdomains too, which is what sites mean by a
 * `Domain` attribute.
 */
function domainOf(given: string | undefined, host: string): string {
  const domain = given?.replace(/^\./, '')
  return !domain || isIP(domain) > 0 ? host : `.${domainToASCII(domain) || domain}`
}

/** Returns the expiry in epoch seconds; undefined for a session cookie. */
function expiryOf(maxAge: string | undefined, expires: string | undefined): number | undefined {
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Math.floor(Date.now() / 1000) + Number(maxAge)
  const epochMs = expires === undefined ? NaN : Date.parse(expires)
  return Number.isNaN(epochMs) ? undefined : Math.floor(epochMs / 1000)
}

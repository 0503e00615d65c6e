import { isIP } from 'node:net'
import { readCookieLine } from '@render/options'
import type { BrowserContext } from 'playwright-core'

type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

const SAME_SITE: Record<string, Cookie['sameSite']> = { lax: 'Lax', strict: 'Strict', none: 'None' }

/**
 * Reads a cookie as a site would set it: `name=value; Domain=.a.example; Path=/; Secure`. Without a domain it is the
 * target's own.
 */
export function readCookie(line: string, target: string): Cookie {
  const { name, value, attributes } = readCookieLine(line)
  return {
    name,
    value,
    domain: domainOf(attributes.get('domain'), new URL(target).hostname),
    path: attributes.get('path') || '/',
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
    sameSite: SAME_SITE[attributes.get('samesite')?.toLowerCase() ?? ''],
    expires: expiryOf(attributes.get('max-age'), attributes.get('expires')),
  }
}

/** To the browser a dot says that hosts below it have the cookie too: as to sites, by which a domain is named at all. */
function domainOf(given: string | undefined, host: string): string {
  const domain = given?.replace(/^\./, '')
  return !domain || isIP(domain) > 0 ? host : `.${domain}`
}

/** Epoch seconds; undefined for a cookie of the session. */
function expiryOf(maxAge: string | undefined, expires: string | undefined): number | undefined {
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Math.floor(Date.now() / 1000) + Number(maxAge)
  const epochMs = expires === undefined ? NaN : Date.parse(expires)
  return Number.isNaN(epochMs) ? undefined : Math.floor(epochMs / 1000)
}

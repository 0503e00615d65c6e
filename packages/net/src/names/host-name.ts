import { getDomain, parse } from 'tldts'

/** Normalises a host for comparison: lower case, no IPv6 brackets, no trailing dot. */
export function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

/** Returns the registrable domain of a host, or the host itself when it has none (an IP address, for example). */
export function siteOf(host: string): string {
  const name = hostName(host)
  return getDomain(name, { allowPrivateDomains: false }) ?? name
}

/** Returns whether domains are registered below a name, as below `com` and `co.uk`. */
export function isPublicSuffix(name: string): boolean {
  const { publicSuffix, isIcann } = parse(`a.${name}`)
  return isIcann === true && publicSuffix === name
}

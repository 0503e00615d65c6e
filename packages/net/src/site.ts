import { getDomain } from 'tldts'
import { hostName } from './host-name.ts'

/** The domain that a host's owner registered; the host itself where there is none, as of an address. */
export function siteOf(host: string): string {
  const name = hostName(host)
  return getDomain(name, { allowPrivateDomains: false }) ?? name
}

import { parseAddress } from '@render/net'
import type { RenderOptions } from '@render/options'

/** What `https_upgrade` makes of the address; undefined where there is nothing to make of it. */
export function securedAddress({
  https_upgrade,
  html,
  url,
}: Pick<RenderOptions, 'https_upgrade' | 'html' | 'url'>): string | undefined {
  if (!https_upgrade || html !== undefined || !url) return undefined
  const { protocol, href } = parseAddress(url)
  return protocol === 'http:' ? href.replace(/^http:/, 'https:') : undefined
}

import { parseAddress } from '@render/net'
import { hostsOfMiners } from '../../hosts-of-miners.ts'
import { stage } from '../../stage.ts'

/**
 * Keeps the page from coin miners, their scripts and their pools alike: no way out leads to their hosts, so that nothing
 * has to be held for that in the browser. A page of such a host itself is not kept from it.
 */
export const forbidMiners = stage({
  name: 'forbid-miners',
  phase: 'hooks',
  owns: ['allow_coin'],
  borrows: ['url', 'html', 'base_url'],
  async run({ tab }, { allow_coin, url, html, base_url }) {
    const hosts = await hostsOfMiners()
    if (allow_coin) return tab.way.permit(hosts)
    const address = html === undefined ? url : base_url
    const own = address ? `.${parseAddress(address).hostname}` : ''
    const permitted = hosts.filter((host) => own.endsWith(`.${host}`))
    if (permitted.length > 0) await tab.way.permit(permitted)
  },
})

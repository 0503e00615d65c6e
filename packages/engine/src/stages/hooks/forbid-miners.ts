import { loadFilters } from '@render/filters'
import { parseAddress } from '@render/net'
import { stage } from '../../stage.ts'

/**
 * Keeps the page from coin miners, their scripts and their pools alike: its way out does not lead to their hosts. Nothing
 * has to be held for that in the browser. A page of such a host itself is not kept from it.
 */
export const forbidMiners = stage({
  name: 'forbid-miners',
  phase: 'hooks',
  owns: ['allow_coin'],
  borrows: ['url', 'html', 'base_url'],
  async run({ tab }, { allow_coin, url, html, base_url }) {
    if (allow_coin) return
    const address = html === undefined ? url : base_url
    const own = address ? `.${parseAddress(address).hostname}` : ''
    const hosts = (await loadFilters('miners')).hosts()
    await tab.way.forbid(hosts.filter((host) => !own.endsWith(`.${host}`)))
  },
})

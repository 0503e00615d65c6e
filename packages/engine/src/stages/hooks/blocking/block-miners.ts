import { minerHosts } from '../../../blocking/miner-hosts.ts'
import { stage } from '../../../stage.ts'

/**
 * Blocks coin miners, their scripts and their pools: the egress proxy refuses their hosts, so that nothing has to be
 * intercepted in the browser. A page of such a host may be rendered.
 */
export const blockMiners = stage({
  name: 'block-miners',
  phase: 'hooks',
  owns: ['allow_coin'],
  direct: true,
  async run({ tab, target: { url } }, { allow_coin }) {
    const hosts = await minerHosts()
    if (allow_coin) return tab.tunnel.permit(hosts)
    const own = url ? `.${url.hostname}` : ''
    const permitted = hosts.filter((host) => own.endsWith(`.${host}`))
    if (permitted.length > 0) await tab.tunnel.permit(permitted)
  },
})

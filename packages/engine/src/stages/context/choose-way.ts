import { randomInt } from 'node:crypto'
import { RenderError } from '@render/errors'
import { parseAddress, parseUplink, siteOf, type Route } from '@render/net'
import type { RenderOptions } from '@render/options'
import { stage } from '../../stage.ts'
import type { Uplinks } from '../../uplinks.ts'

type Choice = Pick<RenderOptions, 'proxy' | 'service_proxy' | 'pov' | 'pov_country'>
type Split = Pick<RenderOptions, 'proxy_hosts' | 'proxy_same_domain'>

/** Decides which connections of the page go through another proxy, and through which one. */
export const chooseWay = stage({
  name: 'choose-way',
  phase: 'context',
  owns: ['proxy', 'service_proxy', 'pov', 'pov_country', 'proxy_hosts', 'proxy_same_domain'],
  borrows: ['url', 'html', 'base_url'],
  run(work, { url, html, base_url, ...options }) {
    const chosen = choose(options, work.uplinks)
    if (chosen) work.route = { ...chosen, hosts: hostsOf(options, html === undefined ? url : base_url) }
  },
})

function choose(
  { proxy, service_proxy, pov, pov_country }: Choice,
  { services, vantagePoints }: Uplinks,
): Pick<Route, 'uplink' | 'isTrusted'> | undefined {
  if (proxy) {
    const uplink = parseUplink(proxy)
    if (!uplink) throw invalid('proxy', 'is no proxy by http, https or socks5.')
    return { uplink, isTrusted: false }
  }
  if (service_proxy) {
    const found = oneOf(services, service_proxy)
    if (!found) throw invalid('service_proxy', `names no proxy of this service: "${service_proxy}".`)
    return found
  }
  if (!pov) return undefined
  const place = pov_country ? `${pov}/${pov_country}` : pov
  const found = oneOf(vantagePoints, place)
  if (!found) {
    const message = `"pov": there is no vantage point "${place}" here. The operator names its proxies in POV_PROXIES.`
    throw new RenderError('FeatureNotAvailableOnPlan', { message, details: [{ option: 'pov', message }] })
  }
  return found
}

function oneOf(
  proxies: Record<string, readonly string[]>,
  name: string,
): Pick<Route, 'uplink' | 'isTrusted'> | undefined {
  const addresses = Object.hasOwn(proxies, name) ? proxies[name]! : []
  const address = addresses.length > 0 && addresses[randomInt(addresses.length)]
  const uplink = address && parseUplink(address)
  return uplink ? { uplink, isTrusted: true } : undefined
}

/** Hosts that any of the rules is for; all of them where there is no rule. */
function hostsOf(
  { proxy_hosts, proxy_same_domain }: Split,
  target: string | undefined,
): string[] | undefined {
  if (!proxy_hosts && !proxy_same_domain) return undefined
  const own = proxy_same_domain && target ? [siteOf(parseAddress(target).hostname)] : []
  return [...(proxy_hosts ?? []), ...own]
}

function invalid(option: string, fault: string): RenderError {
  const message = `"${option}" ${fault}`
  return new RenderError('InvalidOptions', { message, details: [{ option, message }] })
}

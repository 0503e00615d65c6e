import { randomInt } from 'node:crypto'
import { RenderError } from '@render/errors'
import { parseAddress, parseUplink, siteOf, type Route, type Uplink } from '@render/net'
import type { RenderOptions } from '@render/options'
import { splitWay } from '../../split-way.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

type Choice = Pick<RenderOptions, 'proxy' | 'use_proxy' | 'service_proxy' | 'pov' | 'pov_country'>
type Split = Pick<RenderOptions, 'proxy_hosts' | 'proxy_same_domain' | 'proxy_resources' | 'reduce_proxy'>

/** What `reduce_proxy` stands for. */
const ESSENTIAL = ['document', 'script', 'xhr', 'fetch']
/** What cannot be told apart from the rest before it is under way, or never ends. */
const INSEPARABLE = ['websocket', 'eventsource', 'signedexchange']

/** Decides which connections of the page go through another proxy, and through which one. */
export const chooseWay = stage({
  name: 'choose-way',
  phase: 'context',
  owns: [
    'proxy',
    'use_proxy',
    'service_proxy',
    'pov',
    'pov_country',
    'proxy_hosts',
    'proxy_same_domain',
    'proxy_resources',
    'reduce_proxy',
  ],
  borrows: ['url', 'html', 'base_url'],
  run(work, { url, html, base_url, ...options }) {
    const chosen = choose(options, work)
    if (!chosen) return
    const hosts = hostsOf(options, html === undefined ? url : base_url)
    const kinds = kindsOf(options)
    Object.assign(work, splitWay(chosen, { hosts, kinds }))
    const missed =
      kinds && !kinds.includes('document') ? INSEPARABLE.filter((kind) => kinds.includes(kind)) : []
    if (missed.length > 0)
      work.warnings.push(`"proxy_resources" has no effect on ${missed.join(', ')} without document.`)
  },
})

function choose(
  { proxy, use_proxy, service_proxy, pov, pov_country }: Choice,
  { uplinks: { services, vantagePoints }, projectProxies = [] }: Pick<Work, 'uplinks' | 'projectProxies'>,
): Route | undefined {
  if (proxy) {
    const uplink = parseUplink(proxy)
    if (!uplink) throw invalid('proxy', 'is no proxy by http, https or socks5.')
    return { uplink, isTrusted: false }
  }
  if (use_proxy) {
    const uplink = oneOf(projectProxies)
    if (!uplink) throw invalid('use_proxy', 'needs a proxy of the project, and it has none.')
    return { uplink, isTrusted: false }
  }
  if (service_proxy) {
    const found = operatorsOwn(services, service_proxy)
    if (!found) throw invalid('service_proxy', `names no proxy of this service: "${service_proxy}".`)
    return found
  }
  if (!pov) return undefined
  const place = pov_country ? `${pov}/${pov_country}` : pov
  const found = operatorsOwn(vantagePoints, place)
  if (!found) {
    const message = `"pov": there is no vantage point "${place}" here. The operator names its proxies in POV_PROXIES.`
    throw new RenderError('FeatureNotAvailableOnPlan', { message, details: [{ option: 'pov', message }] })
  }
  return found
}

function operatorsOwn(proxies: Record<string, readonly string[]>, name: string): Route | undefined {
  const uplink = oneOf(Object.hasOwn(proxies, name) ? proxies[name]! : [])
  return uplink && { uplink, isTrusted: true }
}

/** Each attempt takes one of them. */
function oneOf(addresses: readonly string[]): Uplink | undefined {
  return addresses.length > 0 ? parseUplink(addresses[randomInt(addresses.length)]!) : undefined
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

/** Kinds that any of the rules is for; undefined where there is no rule. */
function kindsOf({ proxy_resources, reduce_proxy }: Split): string[] | undefined {
  if (!proxy_resources && !reduce_proxy) return undefined
  const kinds = [...(proxy_resources ?? []), ...(reduce_proxy ? ESSENTIAL : [])]
  // Whoever asks for leave goes the way of what it is for.
  return kinds.includes('fetch') || kinds.includes('xhr') ? [...kinds, 'preflight'] : kinds
}

function invalid(option: string, fault: string): RenderError {
  const message = `"${option}" ${fault}`
  return new RenderError('InvalidOptions', { message, details: [{ option, message }] })
}

import { randomInt } from 'node:crypto'
import { RenderError } from '@render/errors'
import { parseUplink, type Route, type Uplink } from '@render/net'
import type { RenderOptions } from '@render/options'
import { readSplitRules, splitting } from '../../split-rules.ts'
import { splitWay } from '../../split-way.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

type Choice = Pick<RenderOptions, 'proxy' | 'use_proxy' | 'service_proxy' | 'pov' | 'pov_country'>

/** Decides which requests of the page go through another proxy, and through which one. */
export const chooseWay = stage({
  name: 'choose-way',
  phase: 'context',
  owns: ['proxy', 'use_proxy', 'service_proxy', 'pov', 'pov_country', ...splitting],
  borrows: ['url', 'html', 'base_url'],
  run(work, { url, html, base_url, ...options }) {
    const through = choose(options, work)
    if (through) {
      const { rules, warnings } = readSplitRules(options, html === undefined ? url : base_url)
      Object.assign(work, splitWay(through, rules))
      work.warnings.push(...warnings)
    } else {
      const idle = splitting.filter((name) => options[name])
      work.warnings.push(...idle.map((name) => `"${name}" has no effect without a proxy.`))
    }
  },
})

function choose(
  { proxy, use_proxy, service_proxy, pov, pov_country }: Choice,
  work: Pick<Work, 'uplinks' | 'projectProxies' | 'proxyOption'>,
): Route | undefined {
  const { services, vantagePoints } = work.uplinks
  if (proxy || use_proxy) {
    work.proxyOption = proxy ? 'proxy' : 'use_proxy'
    const uplink = oneOf(proxy ? [proxy] : (work.projectProxies ?? []))
    if (!uplink) throw invalid(work.proxyOption, 'leads to no proxy by http, https or socks5.')
    return { uplink, isTrusted: false }
  }
  if (service_proxy) {
    const found = operatorsOwn(services, service_proxy)
    if (!found) throw invalid('service_proxy', `must be ${among(Object.keys(services))}.`)
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

function among(names: string[]): string {
  return names.length > 0 ? `one of ${names.join(', ')}` : 'absent: this service has no proxies with names'
}

/** Each attempt takes one of them. */
function oneOf(addresses: readonly string[]): Uplink | undefined {
  return addresses.length > 0 ? parseUplink(addresses[randomInt(addresses.length)]!) : undefined
}

function invalid(option: string, fault: string): RenderError {
  const message = `"${option}" ${fault}`
  return new RenderError('InvalidOptions', { message, details: [{ option, message }] })
}

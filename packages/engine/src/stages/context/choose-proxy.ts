import { randomInt } from 'node:crypto'
import { RenderError } from '@render/errors'
import { parseUpstreamProxy, type ProxyRoute, type UpstreamProxy } from '@render/net'
import type { RenderOptions } from '@render/options'
import { readSplitRules, splitting } from '../../proxying/split-rules.ts'
import { splitTraffic } from '../../proxying/split-tunnel.ts'
import { stage } from '../../stage.ts'
import type { PageContext } from '../../page-context.ts'

type Choice = Pick<RenderOptions, 'proxy' | 'use_proxy' | 'service_proxy' | 'pov' | 'pov_country'>

/** Decides which requests of the page go through an upstream proxy, and through which one. */
export const chooseProxy = stage({
  name: 'choose-proxy',
  phase: 'context',
  owns: ['proxy', 'use_proxy', 'service_proxy', 'pov', 'pov_country', ...splitting],
  run(ctx, options) {
    const through = choose(options, ctx)
    if (through) {
      const { rules, warnings } = readSplitRules(options, ctx.target.url)
      Object.assign(ctx, splitTraffic(through, rules))
      ctx.warnings.push(...warnings)
    } else {
      const idle = splitting.filter((name) => options[name])
      ctx.warnings.push(...idle.map((name) => `"${name}" has no effect without a proxy.`))
    }
  },
})

function choose(
  { proxy, use_proxy, service_proxy, pov, pov_country }: Choice,
  ctx: Pick<PageContext, 'upstreamProxies' | 'projectProxies' | 'proxyOption'>,
): ProxyRoute | undefined {
  const { services, vantagePoints } = ctx.upstreamProxies
  if (proxy || use_proxy) {
    ctx.proxyOption = proxy ? 'proxy' : 'use_proxy'
    const upstream = oneOf(proxy ? [proxy] : (ctx.projectProxies ?? []))
    const fault = proxy
      ? 'must be an http, https or socks5 URL: [scheme://][user:password@]host:port.'
      : 'needs a proxy of the project, which has none.'
    if (!upstream) throw invalid(ctx.proxyOption, fault)
    return { upstream, isTrusted: false }
  }
  if (service_proxy) {
    const found = operatorsOwn(services, service_proxy)
    if (!found) throw invalid('service_proxy', unavailable(Object.keys(services)))
    return found
  }
  if (!pov) return undefined
  const place = pov_country ? `${pov}/${pov_country}` : pov
  const found = operatorsOwn(vantagePoints, place)
  if (!found) {
    const message = `"pov" "${place}" is not available: the operator sets vantage points in POV_PROXIES.`
    throw RenderError.forOption('pov', message, 'FeatureNotAvailableOnPlan')
  }
  return found
}

function operatorsOwn(proxies: Record<string, readonly string[]>, name: string): ProxyRoute | undefined {
  const upstream = oneOf(Object.hasOwn(proxies, name) ? proxies[name]! : [])
  return upstream && { upstream, isTrusted: true }
}

function unavailable(names: string[]): string {
  return names.length > 0
    ? `must be one of ${names.join(', ')}.`
    : 'is not available: the operator has configured no named proxies.'
}

/** Picks a proxy at random for each attempt. */
function oneOf(addresses: readonly string[]): UpstreamProxy | undefined {
  return addresses.length > 0 ? parseUpstreamProxy(addresses[randomInt(addresses.length)]!) : undefined
}

function invalid(option: string, fault: string): RenderError {
  return RenderError.forOption(option, `"${option}" ${fault}`)
}

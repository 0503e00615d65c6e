import { siteOf } from '@render/net'
import type { RenderOptions } from '@render/options'
import type { SplitRules } from './split-tunnel.ts'

/** The options that send only some requests through an upstream proxy: those that at least one of them selects. */
export const splitting = ['proxy_hosts', 'proxy_same_domain', 'proxy_resources', 'reduce_proxy'] as const

type SplitOptions = Pick<RenderOptions, (typeof splitting)[number]>

/** The resource types that `reduce_proxy` selects. */
const ESSENTIAL = ['document', 'script', 'xhr', 'fetch']
/** Resource types that cannot use a split tunnel, because they are recognised only once they have started, or never end. */
const INSEPARABLE = ['websocket', 'eventsource', 'signedexchange']

/** Returns the rules that options set for a page at an address, and warnings about options without effect. */
export function readSplitRules(
  options: SplitOptions,
  url: URL | undefined,
): { rules: SplitRules; warnings: string[] } {
  const rules = { hosts: hostsOf(options, url), resourceTypes: resourceTypesOf(options) }
  const warnings: string[] = []
  if (options.proxy_same_domain && !url)
    warnings.push('"proxy_same_domain" has no effect on "html" without "base_url".')
  const { resourceTypes } = rules
  const missed =
    resourceTypes && !resourceTypes.includes('document')
      ? INSEPARABLE.filter((type) => resourceTypes.includes(type))
      : []
  if (missed.length > 0)
    warnings.push(`"proxy_resources" has no effect on ${missed.join(', ')} without document.`)
  return { rules, warnings }
}

/** Returns the hosts that at least one option selects; undefined, which means all hosts, when none is set. */
function hostsOf(
  { proxy_hosts, proxy_same_domain }: SplitOptions,
  url: URL | undefined,
): string[] | undefined {
  if (!proxy_hosts && !proxy_same_domain) return undefined
  const own = proxy_same_domain && url ? [siteOf(url.hostname)] : []
  return [...(proxy_hosts ?? []), ...own]
}

/** Returns the resource types that at least one option selects; undefined when none is set. */
function resourceTypesOf({ proxy_resources, reduce_proxy }: SplitOptions): string[] | undefined {
  if (!proxy_resources && !reduce_proxy) return undefined
  const resourceTypes = [...(proxy_resources ?? []), ...(reduce_proxy ? ESSENTIAL : [])]
  // A preflight request takes the same route as the request that it is for.
  return resourceTypes.includes('fetch') || resourceTypes.includes('xhr')
    ? [...resourceTypes, 'preflight']
    : resourceTypes
}

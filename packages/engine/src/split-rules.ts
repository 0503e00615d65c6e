import { parseAddress, siteOf } from '@render/net'
import type { RenderOptions } from '@render/options'
import type { SplitRules } from './split-way.ts'

/** Options that lead only some requests through another proxy: those that any of them is for. */
export const splitting = ['proxy_hosts', 'proxy_same_domain', 'proxy_resources', 'reduce_proxy'] as const

type SplitOptions = Pick<RenderOptions, (typeof splitting)[number]>

/** What `reduce_proxy` stands for. */
const ESSENTIAL = ['document', 'script', 'xhr', 'fetch']
/** What cannot be told apart from the rest before it is under way, or never ends. */
const INSEPARABLE = ['websocket', 'eventsource', 'signedexchange']

/** The rules in options, for a page at an address, and sentences on what has no effect. */
export function readSplitRules(
  options: SplitOptions,
  address: string | undefined,
): { rules: SplitRules; warnings: string[] } {
  const rules = { hosts: hostsOf(options, address), kinds: kindsOf(options) }
  const warnings: string[] = []
  if (options.proxy_same_domain && !address)
    warnings.push('"proxy_same_domain" has no effect on "html" without "base_url".')
  const { kinds } = rules
  const missed =
    kinds && !kinds.includes('document') ? INSEPARABLE.filter((kind) => kinds.includes(kind)) : []
  if (missed.length > 0)
    warnings.push(`"proxy_resources" has no effect on ${missed.join(', ')} without document.`)
  return { rules, warnings }
}

/** Hosts that any of the rules is for; all of them where there is no rule. */
function hostsOf(
  { proxy_hosts, proxy_same_domain }: SplitOptions,
  address: string | undefined,
): string[] | undefined {
  if (!proxy_hosts && !proxy_same_domain) return undefined
  const own = proxy_same_domain && address ? [siteOf(parseAddress(address).hostname)] : []
  return [...(proxy_hosts ?? []), ...own]
}

/** Kinds that any of the rules is for; undefined where there is no rule. */
function kindsOf({ proxy_resources, reduce_proxy }: SplitOptions): string[] | undefined {
  if (!proxy_resources && !reduce_proxy) return undefined
  const kinds = [...(proxy_resources ?? []), ...(reduce_proxy ? ESSENTIAL : [])]
  // Whoever asks for leave goes the way of what it is for.
  return kinds.includes('fetch') || kinds.includes('xhr') ? [...kinds, 'preflight'] : kinds
}

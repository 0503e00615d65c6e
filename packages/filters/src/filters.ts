import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { getPublicSuffix } from 'tldts'
import { FiltersEngine, Request, type NetworkFilter, type RequestType } from '@ghostery/adblocker'
import type { SetName } from './sets.ts'

export interface PageRequest {
  url: string
  /** URL of the page that sends the request; empty for markup without an address. */
  pageUrl: string
  /** Resource type, as in browser extensions. */
  type: RequestType
}

/** The parts of a document that decide which of its elements are hidden. */
export interface Names {
  url: string
  ids: string[]
  classes: string[]
  links: string[]
}

export interface Filters {
  blocks(request: PageRequest): boolean
  /** Returns style rules that hide listed elements in any document at a URL. */
  styleAt(url: string): string
  /** Returns the further style rules for these names; empty when there are none. */
  styleFor(names: Names): string
  /**
   * Returns the hosts that are blocked entirely. Public suffixes such as `duckdns.org` are left out, because the hosts
   * below them have other owners.
   */
  hosts(): readonly string[]
}

const unpack = promisify(gunzip)
const loading = new Map<SetName, Promise<Filters>>()

/** Loads a packed set, once per process. */
export function loadFilters(name: SetName): Promise<Filters> {
  const known = loading.get(name) ?? load(name)
  loading.set(name, known)
  return known
}

async function load(name: SetName): Promise<Filters> {
  const packed = await readFile(new URL(`../lists/${name}.bin.gz`, import.meta.url))
  return filtersOf(FiltersEngine.deserialize(await unpack(packed)))
}

function filtersOf(engine: FiltersEngine): Filters {
  const styleOf = (
    url: string,
    wanted: Partial<Parameters<FiltersEngine['getCosmeticsFilters']>[0]>,
  ): string => {
    const { hostname, domain } = Request.fromRawDetails({ url })
    const never = { getInjectionRules: false, getExtendedRules: false }
    return engine.getCosmeticsFilters({ url, hostname, domain, ...never, ...wanted }).styles
  }
  let hosts: string[] | undefined
  return {
    blocks({ url, pageUrl, type }) {
      return engine.match(Request.fromRawDetails({ url, sourceUrl: pageUrl, type })).match
    },
    styleAt: (url) => styleOf(url, { getRulesFromDOM: false }),
    styleFor({ url, ids, classes, links }) {
      return styleOf(url, { ids, classes, hrefs: links, getBaseRules: false, getRulesFromHostname: false })
    },
    hosts: () => (hosts ??= engine.getFilters().networkFilters.flatMap(wholeHostOf)),
  }
}

function wholeHostOf(filter: NetworkFilter): string[] {
  const host = filter.getHostname()
  const isWhole = filter.isHostnameAnchor() && /^\^?$/.test(filter.getFilter())
  return isWhole && !isSuffix(host) ? [host] : []
}

function isSuffix(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: true }) === host
}

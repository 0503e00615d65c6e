import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { getPublicSuffix } from 'tldts'
import { FiltersEngine, Request, type NetworkFilter, type RequestType } from '@ghostery/adblocker'
import type { SetName } from './sets.ts'

export interface PageRequest {
  url: string
  /** Of the page that asks; empty for markup without an address. */
  pageUrl: string
  /** As browser extensions call it. */
  type: RequestType
}

/** What of a document decides which of its elements are hidden. */
export interface Names {
  url: string
  ids: string[]
  classes: string[]
  links: string[]
}

export interface Filters {
  blocks(request: PageRequest): boolean
  /** Style rules that hide what is on the lists in any document at an address. */
  styleAt(url: string): string
  /** And those that are for some names alone; empty when none is. */
  styleFor(names: Names): string
  /**
   * The hosts of which nothing at all is wanted. None of them stands for many owners, as `duckdns.org` does: below such
   * a one there are others.
   */
  hosts(): readonly string[]
}

const unpack = promisify(gunzip)
const loading = new Map<SetName, Promise<Filters>>()

/** Reads a packed set, once per process. */
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

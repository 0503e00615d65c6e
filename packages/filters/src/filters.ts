import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { FiltersEngine, Request, type RequestType } from '@ghostery/adblocker'
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
  /** Whether the rules are wanted that hold for every document there. */
  isNew: boolean
  ids: string[]
  classes: string[]
  links: string[]
}

export interface Filters {
  blocks(request: PageRequest): boolean
  /** Style rules that hide what of such a document is on the lists; empty when nothing is. */
  styleFor(names: Names): string
  /** Address patterns, `*` for anything, of which one fits whatever is blocked. Meant for small sets. */
  patterns(): string[]
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
  return {
    blocks({ url, pageUrl, type }) {
      return engine.match(Request.fromRawDetails({ url, sourceUrl: pageUrl, type })).match
    },
    styleFor({ url, isNew, ids, classes, links }) {
      const { hostname, domain } = Request.fromRawDetails({ url })
      const { styles } = engine.getCosmeticsFilters({
        url,
        hostname,
        domain,
        ids,
        classes,
        hrefs: links,
        getBaseRules: isNew,
        getRulesFromHostname: isNew,
        getInjectionRules: false,
        getExtendedRules: false,
      })
      return styles
    },
    patterns() {
      return engine
        .getFilters()
        .networkFilters.map((filter) => `*${filter.getHostname()}${filter.getFilter()}*`.replaceAll('^', '*'))
    },
  }
}

import type { PageRoot } from './dom.ts'
import { legacyMetadata, type LegacyMetadata } from './legacy/legacy.ts'
import { readPage, type Page } from './page.ts'
import { documentMetadata, type DocumentMetadata } from './structured/document.ts'
import { headingsOf, type Heading } from './structured/headings.ts'
import { imagesOf, type Image } from './structured/images.ts'
import { linksOf, type Link } from './structured/links.ts'
import { MAX_LIST_LENGTH, type Limited } from './structured/limited.ts'
import { MAX_DATA_LENGTH, structuredDataOf, type StructuredData } from './structured/structured-data.ts'
import { MAX_CELLS, tablesOf, type Table } from './structured/tables.ts'
import { MAX_ADDRESS_LENGTH, withoutCredentials } from './values/address.ts'

export interface MetadataRequest {
  /** The address that was asked for; `about:blank` for markup without one. */
  urlRequested: string
  /** The address of the document after redirects. */
  urlResolved: string
  engine: 'Legacy' | 'Structured'
  /** The parts to add to the fields of `Legacy`; `Structured` has all. */
  parts: readonly Part[]
}

export type Part = 'links' | 'headers' | 'tables' | 'structuredData'

interface Addresses {
  urlRequested: string
  urlResolved: string
  /** The canonical address, else the resolved one. */
  url: string
}

interface Parts {
  headers?: Heading[]
  links?: Link[]
  images?: Image[]
  structuredData?: StructuredData[]
  tables?: Table[]
}

export type Metadata = Addresses & LegacyMetadata & { document?: DocumentMetadata } & Parts

/** Metadata, and a sentence for each thing that is missing in it. */
export interface ReadMetadata {
  metadata: Metadata
  faults: string[]
}

/** Reads what a document says about itself. */
export function readMetadata(document: PageRoot, request: MetadataRequest): ReadMetadata {
  const page = readPage(document, request.urlResolved)
  const faults: string[] = []
  const isStructured = request.engine === 'Structured'
  const has = (part: Part): boolean => isStructured || request.parts.includes(part)
  const addresses = addressesOf(request, page.canonical)
  const fields = isStructured ? { document: withoutUndefined(documentMetadata(page)) } : legacyMetadata(page)
  const { broken } = page.jsonLd
  if (broken > 0)
    faults.push(broken === 1 ? 'a JSON-LD script is not JSON' : `${broken} JSON-LD scripts are not JSON`)
  const list = <T>(name: string, { list, found, tooLong }: Limited<T>): T[] => {
    const read = list.length + tooLong
    if (found > read) faults.push(`the page has ${found} ${name}, of which the first ${read} are read`)
    if (tooLong > 0)
      faults.push(
        `${name} with addresses of more than ${MAX_ADDRESS_LENGTH} characters are left out: ${tooLong}`,
      )
    return list
  }
  const metadata = {
    ...addresses,
    ...fields,
    headers: has('headers') ? list('headings', headingsOf(page)) : undefined,
    links: has('links') ? list('links', linksOf(page)) : undefined,
    images: isStructured ? list('images', imagesOf(page)) : undefined,
    structuredData: has('structuredData') ? structuredData(page, faults) : undefined,
    tables: has('tables') ? tables(page, faults) : undefined,
  }
  return { metadata: withoutUndefined(metadata) as Metadata, faults }
}

/** Returns the addresses of a document; `canonical` is what it calls itself. */
export function addressesOf(
  { urlRequested, urlResolved }: Pick<MetadataRequest, 'urlRequested' | 'urlResolved'>,
  canonical?: string,
): Addresses {
  const resolved = withoutCredentials(urlResolved)
  return { urlRequested: withoutCredentials(urlRequested), urlResolved: resolved, url: canonical ?? resolved }
}

function structuredData(page: Page, faults: string[]): StructuredData[] {
  const { list, isCut } = structuredDataOf(page)
  if (isCut)
    faults.push(
      `the page has more structured data than ${inMegabytes(MAX_DATA_LENGTH)}, of which the first ${list.length} are read`,
    )
  return list
}

function tables(page: Page, faults: string[]): Table[] {
  const { list, found, isCut } = tablesOf(page)
  if (isCut)
    faults.push(
      `the tables have more than ${MAX_CELLS} cells or ${inMegabytes(MAX_LIST_LENGTH)}, so the first ${list.length} of ${found} are read`,
    )
  else if (found > list.length)
    faults.push(`the page has ${found} tables, of which the first ${list.length} are read`)
  return list
}

function inMegabytes(length: number): string {
  return `${length / 1024 ** 2} MB`
}

function withoutUndefined<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}

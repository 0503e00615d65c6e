import type { Item } from '../linked-data/item.ts'
import { isThing, listOf, typesOf } from '../linked-data/things.ts'
import type { Page } from '../page.ts'

export interface StructuredData {
  dataType: 'json_ld' | 'microdata' | 'rdfa'
  /** JSON as a text; that of JSON-LD as the page wrote it, with spaces for control characters that are not allowed. */
  rawJson: string
  schemaType?: string
}

export interface StructuredDataList {
  list: StructuredData[]
  isCut: boolean
}

/** UTF-16 units of all of it. */
export const MAX_DATA_LENGTH = 1024 ** 2

export function structuredDataOf({ jsonLd, microdata, rdfa, isCut }: Page): StructuredDataList {
  const rows = [
    ...jsonLd.texts.map((text, at) => ofJsonLd(text, jsonLd.values[at])),
    ...microdata.map((item) => ofItem('microdata', item)),
    ...rdfa.map((item) => ofItem('rdfa', item)),
  ]
  const list: StructuredData[] = []
  let length = 0
  for (const row of rows) {
    length += row.rawJson.length
    if (length > MAX_DATA_LENGTH) return { list, isCut: true }
    list.push(row)
  }
  return { list, isCut: isCut || jsonLd.isCut }
}

function ofJsonLd(rawJson: string, value: unknown): StructuredData {
  const schemaType = typeIn(value)
  return { dataType: 'json_ld', rawJson, ...(schemaType && { schemaType }) }
}

function ofItem(dataType: 'microdata' | 'rdfa', item: Item): StructuredData {
  const type = item.type?.[0]
  return { dataType, rawJson: JSON.stringify(item), ...(type && { schemaType: shortName(type) }) }
}

/** Returns the first type that JSON-LD names. */
function typeIn(jsonLd: unknown): string | undefined {
  const values = listOf(jsonLd).flatMap((value) =>
    isThing(value) ? [value, ...listOf(value['@graph'])] : [],
  )
  return values.filter(isThing).flatMap(typesOf)[0]
}

function shortName(type: string): string {
  return type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('#')) + 1)
}

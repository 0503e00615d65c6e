import { attribute, hasAttribute, nameOf, rawText, type PageElement } from '../dom.ts'
import { anyAddress } from '../values/address.ts'

/** An item of microdata or RDFa, in the form of the microdata standard. */
export interface Item {
  type?: string[]
  id?: string
  properties: Record<string, (string | Item)[]>
}

const ADDRESSES: Record<string, string> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
}

/** Returns the value of a property that is no item, as the microdata standard reads it. */
export function valueOf(element: PageElement, reading: Reading): string {
  const name = nameOf(element)
  if (name === 'meta') return attribute(element, 'content') ?? ''
  const place = ADDRESSES[name]
  if (place !== undefined) {
    const address = attribute(element, place)
    return address === undefined ? '' : anyAddress(address, reading.base)
  }
  if (name === 'data' || name === 'meter') return attribute(element, 'value') ?? ''
  if (name === 'time' && hasAttribute(element, 'datetime')) return attribute(element, 'datetime') ?? ''
  if (reading.textLeft < 0) return ''
  const text = rawText(element)
  reading.textLeft -= text.length
  return text
}

/** Adds a value to a property, whatever the page calls it. */
export function addProperty(item: Item, name: string, value: string | Item): void {
  if (Object.hasOwn(item.properties, name)) item.properties[name]!.push(value)
  else Object.defineProperty(item.properties, name, { value: [value], enumerable: true })
}

/** Splits an attribute into its words, each once. */
export function words(text: string | undefined): string[] {
  return text === undefined ? [] : [...new Set(text.split(/\s+/).filter(Boolean))]
}

/** What items are read with. */
export interface Reading {
  base: string
  /** Elements that may still be visited; negative when there were more. */
  left: number
  /** UTF-16 units of text that may still be read; negative when there were more. */
  textLeft: number
}

/** Items in items, for items that contain each other by scripts of the page. */
export const MAX_DEPTH = 32

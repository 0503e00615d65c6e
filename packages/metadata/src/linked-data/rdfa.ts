// RDFa Lite, https://www.w3.org/TR/rdfa-lite/, in the form of microdata.
import {
  attribute,
  childrenOf,
  first,
  hasAttribute,
  rootOf,
  type PageElement,
  type PageRoot,
} from '../dom.ts'
import { anyAddress } from '../values/address.ts'
import { addProperty, MAX_DEPTH, valueOf, words, type Item, type Reading } from './item.ts'

/** Prefixes that need no declaration. */
const PREFIXES = {
  schema: 'http://schema.org/',
  og: 'http://ogp.me/ns#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  dc: 'http://purl.org/dc/terms/',
  dcterms: 'http://purl.org/dc/terms/',
}

interface Scope {
  vocab: string
  prefixes: Readonly<Record<string, string>>
  /** The item that properties belong to. */
  item?: Item
  /** Items around that one. */
  depth: number
}

/** Reads the items of the document that are in no other item. */
export function readRdfa(document: PageRoot, reading: Reading): Item[] {
  if (!first(document, '[typeof]')) return []
  const tops: Item[] = []
  const pending: [PageElement, Scope][] = [[rootOf(document), { vocab: '', prefixes: PREFIXES, depth: 0 }]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    reading.left -= 1
    if (reading.left < 0) break
    const [element, around] = next
    const scope = scopeOf(element, around, tops, reading)
    pending.push(
      ...childrenOf(element)
        .toReversed()
        .map((child): [PageElement, Scope] => [child, scope]),
    )
  }
  return tops
}

/** Adds what an element says to the items, and returns the scope of what it contains. */
function scopeOf(element: PageElement, around: Scope, tops: Item[], reading: Reading): Scope {
  const scope = { ...around }
  const vocab = attribute(element, 'vocab')
  if (vocab !== undefined) scope.vocab = vocab
  const prefix = attribute(element, 'prefix')
  if (prefix) scope.prefixes = { ...scope.prefixes, ...prefixesIn(prefix) }

  const properties = words(attribute(element, 'property')).map((name) => propertyName(name, scope))
  const types = words(attribute(element, 'typeof')).map((name) => expand(name, scope))
  const resource = attribute(element, 'resource')
  if (types.length === 0) {
    const { item } = around
    if (item) for (const name of properties) addProperty(item, name, textOf(element, resource, reading))
    return scope
  }
  if (around.depth >= MAX_DEPTH) return scope
  const id = resource && anyAddress(resource, reading.base)
  const item: Item = { type: types, ...(id && { id }), properties: {} }
  if (around.item && properties.length > 0)
    for (const name of properties) addProperty(around.item, name, item)
  else tops.push(item)
  return { ...scope, item, depth: around.depth + 1 }
}

function textOf(element: PageElement, resource: string | undefined, reading: Reading): string {
  if (hasAttribute(element, 'content')) return attribute(element, 'content') ?? ''
  return resource ? anyAddress(resource, reading.base) : valueOf(element, reading)
}

function prefixesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(/([\w-]+):\s+(\S+)/g), ([, name, address]) => [name!, address!]),
  )
}

/** Names of the vocabulary stay as they are written, as in microdata. */
function propertyName(name: string, scope: Scope): string {
  return name.includes(':') ? expand(name, scope) : name
}

function expand(name: string, { vocab, prefixes }: Scope): string {
  const [, prefix, rest] = /^([\w-]+):(?!\/\/)(.*)$/s.exec(name) ?? []
  if (prefix !== undefined && Object.hasOwn(prefixes, prefix)) return `${prefixes[prefix]}${rest}`
  return prefix === undefined && !name.includes(':') ? `${vocab}${name}` : name
}

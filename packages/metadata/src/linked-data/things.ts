import { comparable } from '../values/text.ts'
import type { Item } from './item.ts'

/** An object of linked data, whatever syntax it was written in. */
export type Thing = Readonly<Record<string, unknown>>

/** Things that a page describes, those that are in no other one first. */
export interface Things {
  top: readonly Thing[]
  /** Returns the value, or the thing that it refers to by its id. */
  resolve(value: unknown): unknown
}

const MAX_THINGS = 5000
const MAX_DEPTH = 20
/** Members whose things are what a page is about, not parts of it. */
const SUBJECTS = new Set(['@graph', 'mainEntity', 'mainEntityOfPage'])

export function thingsOf(values: readonly unknown[]): Things {
  const top: Thing[] = []
  const byId = new Map<string, Thing>()
  let left = MAX_THINGS
  const visit = (value: unknown, depth: number, isTop: boolean): void => {
    left -= 1
    if (left < 0 || depth > MAX_DEPTH) return
    if (Array.isArray(value)) return value.forEach((each) => visit(each, depth + 1, isTop))
    if (!isThing(value)) return
    const id = value['@id']
    // A thing that has no more than its id refers to another one.
    const isReference = Object.keys(value).length === 1
    if (typeof id === 'string' && !isReference && !byId.has(id)) byId.set(id, value)
    if (isTop && typesOf(value).length > 0) top.push(value)
    for (const [name, each] of Object.entries(value))
      if (typeof each === 'object') visit(each, depth + 1, isTop && SUBJECTS.has(name))
  }
  visit(values, 0, true)
  return {
    top,
    resolve(value) {
      const id = isThing(value) && value['@id']
      return typeof id === 'string' && !('name' in (value as Thing)) ? (byId.get(id) ?? value) : value
    },
  }
}

/** Returns an item of microdata or RDFa as JSON-LD would write it. */
export function thingOfItem({ type, id, properties }: Item): Thing {
  const members = Object.entries(properties).map(([name, values]) => {
    const written = values.map((value) => (typeof value === 'string' ? value : thingOfItem(value)))
    return [name.slice(name.lastIndexOf('/') + 1), written.length === 1 ? written[0] : written] as const
  })
  return { ...(type && { '@type': type }), ...(id && { '@id': id }), ...Object.fromEntries(members) }
}

export function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the types of a thing without their vocabulary. */
export function typesOf(thing: Thing): string[] {
  return listOf(thing['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) =>
      type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('#'), type.lastIndexOf(':')) + 1),
    )
}

export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** Returns the texts of a value, which may be a list, or texts with a language. */
export function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((each) => {
    if (typeof each === 'string') return [each]
    if (typeof each === 'number') return [String(each)]
    return isThing(each) && typeof each['@value'] === 'string' ? [each['@value']] : []
  })
}

/** Returns the names of things, each once; a text is the name of a thing. */
export function namesOf(value: unknown, things: Things): string[] {
  const names = listOf(value).flatMap((each) => {
    const thing = things.resolve(each)
    if (!isThing(thing)) return textsOf(thing)
    const [name] = textsOf(thing.name)
    if (name !== undefined) return textsOf(thing.name)
    const parts = [...textsOf(thing.givenName), ...textsOf(thing.familyName)]
    return parts.length > 0 ? [parts.join(' ')] : textsOf(thing['@value'])
  })
  const seen = new Set<string>()
  return names.filter((name) => !seen.has(comparable(name)) && seen.add(comparable(name)))
}

/** Returns the addresses of pictures. */
export function addressesOf(value: unknown, things: Things): string[] {
  return listOf(value).flatMap((each) => {
    const thing = things.resolve(each)
    if (!isThing(thing)) return textsOf(thing)
    const own = [thing.url, thing.contentUrl, thing['@id']].flatMap(textsOf)
    return own.slice(0, 1)
  })
}

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
  const known = new KnownThings()
  let left = MAX_THINGS
  const visit = (value: unknown, depth: number, isTop: boolean): void => {
    left -= 1
    if (left < 0 || depth > MAX_DEPTH) return
    if (Array.isArray(value)) return value.forEach((each) => visit(each, depth + 1, isTop))
    if (!isThing(value)) return
    known.add(value)
    const types = typesOf(value)
    if (isTop && types.length > 0) top.push(value)
    // The main entities of answers to many questions are the questions.
    const isFaq = types.includes('FAQPage')
    for (const [name, each] of Object.entries(value))
      if (typeof each === 'object')
        visit(each, depth + 1, isTop && SUBJECTS.has(name) && !(isFaq && name === 'mainEntity'))
  }
  visit(values, 0, true)
  return {
    top,
    resolve: (value) => (isThing(value) && !('name' in value) ? (known.get(value) ?? value) : value),
  }
}

/** Things by their ids. What a page says of a thing in several places is joined; the first place wins. */
class KnownThings {
  /** By id, then by type, because pages give one id to their article, their site and themselves. */
  readonly #things = new Map<string, Map<string, Record<string, unknown>>>()

  add(thing: Thing): void {
    const id = thing['@id']
    const names = Object.keys(thing)
    // A thing that has no more than its id and type refers to another one.
    if (typeof id !== 'string' || names.every((name) => name === '@id' || name === '@type')) return
    const byType = this.#things.get(id) ?? new Map<string, Record<string, unknown>>()
    this.#things.set(id, byType)
    const types = typesOf(thing)
    if (types.length === 0) types.push('')
    const before = types.map((type) => byType.get(type)).find((each) => each)
    // Names are those of the page, such as "__proto__".
    const joined = before ?? (Object.create(null) as Record<string, unknown>)
    for (const name of names) joined[name] ??= thing[name]
    for (const type of types) if (!byType.has(type)) byType.set(type, joined)
  }

  /** Returns the thing with the same id; of several, the one with the same type, if there is one. */
  get(thing: Thing): Thing | undefined {
    const id = thing['@id']
    const byType = typeof id === 'string' ? this.#things.get(id) : undefined
    if (!byType) return undefined
    const [first] = byType.values()
    return (
      typesOf(thing)
        .map((type) => byType.get(type))
        .find((each) => each) ?? first
    )
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
    const own = [thing.url, thing.contentUrl].flatMap(textsOf)
    return [...own, ...addressInId(thing)].slice(0, 1)
  })
}

/** Returns the id of a picture where it is an address, not a name within a page or a script. */
function addressInId(thing: Thing): string[] {
  const types = typesOf(thing)
  const isPicture = types.length === 0 || types.includes('ImageObject')
  return isPicture ? textsOf(thing['@id']).filter((id) => !/#|^_:/.test(id)) : []
}

// Names such as `click[]`, `click[0]` and `thumbnails[0][width]`, with which PHP, Rails and qs write lists and objects.
import { RenderError } from '@render/errors'
import { cleanValue, numberItems } from '@render/http'
import { optionNamed } from '@render/options'

/** As in the bodies of forms. */
const MAX_DEPTH = 32
const BRACKETED = /^([^[\]]+)((?:\[[^[\]]*\])+)$/

/** A node of the sent names: its values, or its members. */
type Node = string[] | Members
type Members = Map<string, Node>

/** Returns the part of a name before its brackets, if that is an option; otherwise the whole name. */
export function baseOf(name: string): string {
  const base = BRACKETED.exec(name)?.[1]
  return base !== undefined && optionNamed(base) !== undefined ? base : name
}

/**
 * Returns the list or object that pairs with a common base make. Empty brackets append to a list, after the numbered items.
 * Empty values count as not sent.
 * @throws {RenderError} `InvalidOptions` when a place has both a value and members, or both items and named members; for
 *   names that are nested too deep or would reach a prototype.
 */
export function readMembers(base: string, pairs: [name: string, value: string][]): unknown {
  const root: Members = new Map()
  const names = numberItems(pairs.map(([name]) => name))
  for (const [at, [, value]] of pairs.entries()) {
    if (value === '') continue
    const keys = [...names[at]!.slice(base.length).matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key!)
    if (keys.length > MAX_DEPTH) throw refusal(base, `is nested deeper than ${MAX_DEPTH}`)
    add(root, [base, ...keys], value, base)
  }
  return cleanValue(valueOf(root.get(base)!, base))
}

function add(members: Members, [key, ...inner]: string[], value: string, base: string): void {
  const node = members.get(key!) ?? (inner.length > 0 ? new Map<string, Node>() : [])
  members.set(key!, node)
  if (Array.isArray(node) !== (inner.length === 0))
    throw refusal(base, 'has both a value and members at the same place')
  if (Array.isArray(node)) node.push(value)
  else add(node, inner, value, base)
}

function valueOf(node: Node, base: string): unknown {
  // The table refuses several different values where a member is no list.
  if (Array.isArray(node)) return new Set(node).size === 1 ? node[0] : node
  const keys = [...node.keys()]
  if (!keys.some(isOfItem))
    return Object.fromEntries([...node].map(([key, inner]) => [key, valueOf(inner, base)]))
  if (!keys.every(isOfItem)) throw refusal(base, 'has both items and named members at the same place')
  const numbered = [...node].filter(([key]) => key !== '').toSorted(([a], [b]) => Number(a) - Number(b))
  const appended = node.get('') ?? []
  return [
    ...numbered.map(([, item]) => valueOf(item, base)),
    ...(Array.isArray(appended) ? appended : [valueOf(appended, base)]),
  ]
}

function isOfItem(key: string): boolean {
  return /^\d*$/.test(key)
}

function refusal(name: string, problem: string): RenderError {
  return RenderError.forOption(optionNamed(name)!, `"${name}" ${problem} in the query.`)
}

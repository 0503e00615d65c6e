import { RenderError } from '@render/errors'
import { keepsEmpty, optionNamed, optionOf } from '@render/options'
import { asOne } from '../intake/form-values.ts'
import { baseOf, readMembers } from './bracketed-names.ts'

/** The values of a query by their names: texts, and the lists and objects that repeated and bracketed names make. */
export type LinkQuery = Record<string, unknown>

/**
 * Decodes the query string of a link. Empty values count as not sent, except of addresses. Values of a repeated name are a
 * list, as are those of `name[]` and `name[0]`; `name[key]` is a member of an object.
 * @throws {RenderError} `InvalidQuery` for a wrong escape, bytes that are not UTF-8, and NUL; `InvalidOptions` when an option
 *   that is no list has several values, or bracketed names contradict each other.
 */
export function readQuery(query: string): LinkQuery {
  const pairs = query.split('&').map(decodePair)
  const sent = Map.groupBy(pairs, ([name]) => baseOf(name))
  const values = [...sent].map(([name, those]): [string, unknown] => [name, valueOf(name, those)])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function valueOf(name: string, pairs: [name: string, value: string][]): unknown {
  const filled = pairs.filter(([, value]) => value !== '')
  if (filled.length === 0) return keepsEmpty(name) ? '' : undefined
  if (filled.some(([each]) => each !== name)) return asOne(name, readMembers(name, pairs))
  return joined(
    name,
    filled.map(([, value]) => value),
  )
}

function decodePair(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=')
  return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Answered like NUL.
  }
  throw new RenderError('InvalidQuery')
}

function joined(name: string, values: string[]): string | string[] {
  const option = optionNamed(name)
  const isList = option !== undefined && optionOf(option).kind === 'list'
  if (values.length === 1 || (!isList && new Set(values).size === 1)) return values[0]!
  if (isList || option === undefined) return values
  throw RenderError.forOption(option, `"${name}" is in the query several times with different values.`)
}

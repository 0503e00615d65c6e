import { isDeepStrictEqual } from 'node:util'
import { nearestName, optionNamed } from '../table/names.ts'
import type { ParsedOptions } from '../parse/parse.ts'
import { invalidOptions, type Problem } from '../parse/invalid-options.ts'
import { resolveOptions } from './resolve.ts'
import { REDACTED, isRedacted, redact } from '../table/secrets.ts'
import { optionOf, type OptionName } from '../table/table.ts'

/** Default options of a project's renders, by their wire names; unknown ones are kept unchanged. */
export type Defaults = Record<string, unknown>

/** Limited because every account lookup returns them. */
const MAX_BYTES = 131_072
/** Options that each request sets itself. */
const REQUEST_ONLY = ['url', 'html'] as const

/** Creates the function that replaces project defaults, for a parser. */
export function createDefaultsReplacer(parseDefaults: (body: Defaults) => ParsedOptions) {
  /**
   * Returns the defaults that replace a project's former ones. An option that is null is left out; what is sent as it is
   * displayed, with its secrets redacted, keeps its former value. Clients merge a change in another spelling into the
   * displayed options: a displayed value that is sent beside another spelling of its option is dropped.
   * @throws {RenderError} with every problem in `details`, conflicts included.
   */
  return function replaceDefaults(former: Defaults, sent: Defaults): Defaults {
    const display = showDefaults(former)
    const [kept, set]: [Defaults, Defaults] = [{}, {}]
    const spellings = Map.groupBy(Object.keys(sent), nameOf)
    for (const [spelling, value] of Object.entries(sent)) {
      const name = nameOf(spelling)
      const isDisplayed = Object.hasOwn(former, spelling) && isDeepStrictEqual(value, display[spelling])
      if (value === null || (isDisplayed && spellings.get(name)!.length > 1)) continue
      const hasSecret = Object.hasOwn(former, name) && !isDeepStrictEqual(display[name], former[name])
      if (hasSecret && isDeepStrictEqual(value, display[name])) kept[name] = former[name]
      else set[spelling] = hasSecret ? restore(value, former[name], display[name]) : value
    }
    const { options, unknown } = parseDefaults(set)
    const defaults = { ...kept, ...options, ...unknown }
    const problems = [...problemsIn(defaults), ...lostSecrets(options)]
    if (problems.length > 0) throw invalidOptions(problems)
    resolveOptions(parseDefaults(defaults).options)
    return defaults
  }
}

/** Returns defaults for display: secrets are redacted, also unknown options whose name resembles that of a secret. */
export function showDefaults(defaults: Defaults): Defaults {
  const display = Object.entries(defaults).map(([name, value]) => {
    if (optionNamed(name)) return [name, redact({ [name]: value })[name]]
    const nearest = nearestName(name)
    return [name, nearest && optionOf(nearest).secret ? REDACTED : value]
  })
  return Object.fromEntries(display) as Defaults
}

/**
 * Returns a sent list with the former value of each item that is sent as it is displayed, in any order. An item that differs
 * is new, because its place does not tell whose secret it has. So is one that is displayed more often than it is sent, with
 * different secrets.
 */
function restore(sent: unknown, former: unknown, display: unknown): unknown {
  if (!Array.isArray(sent) || !Array.isArray(former) || !Array.isArray(display)) return sent
  const unused = new Set(display.keys())
  return sent.map((item: unknown): unknown => {
    const displayed = placesOf(item, display)
    const hasDifferent = displayed.some((at) => !isDeepStrictEqual(former[at], former[displayed[0]!]))
    if (hasDifferent && displayed.length > placesOf(item, sent).length) return item
    const place = displayed.find((at) => unused.delete(at))
    return place === undefined ? item : former[place]
  })
}

function placesOf(item: unknown, list: unknown[]): number[] {
  return [...list.keys()].filter((at) => isDeepStrictEqual(list[at], item))
}

/** Reports options that would store the text that is displayed for a secret. */
function lostSecrets(options: ParsedOptions['options']): Problem[] {
  const lost = Object.entries(options).filter(([name, value]) => isRedacted(name as OptionName, value))
  return lost.map(([name]) => ({
    option: name,
    message: `"${name}" has the text ${REDACTED} where a secret belongs: send the secret itself again.`,
    code: 'InvalidOptions',
  }))
}

function nameOf(spelling: string): string {
  return optionNamed(spelling) ?? spelling
}

function problemsIn(defaults: Defaults): Problem[] {
  const misplaced = REQUEST_ONLY.filter((name) => name in defaults).map((option) => ({
    option,
    message: `"${option}" cannot be a project default: it must be set in each request.`,
  }))
  const isTooLarge = Buffer.byteLength(JSON.stringify(defaults)) > MAX_BYTES
  const tooLarge = {
    option: 'options',
    message: `The project defaults must be at most ${MAX_BYTES} bytes of JSON in total.`,
  }
  return [...misplaced, ...(isTooLarge ? [tooLarge] : [])].map((each) => ({
    ...each,
    code: 'InvalidOptions' as const,
  }))
}

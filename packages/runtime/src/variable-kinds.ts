// Kinds of environment variables: how the text is parsed, which values are valid, and how a value is written back.
import { isIP, isIPv4 } from 'node:net'
import { makeExactValidator, type Spec } from 'envalid'

export type VariableSettings<T> = { default?: NonNullable<T>; desc: string }
type Bounds = { minimum?: number; maximum?: number }

interface Kind<T> {
  /** Valid values, in a few words. */
  valid: string
  /** @throws {TypeError} that names the valid values. */
  parse: (input: string) => T
  /** Formats a value for the environment. Default: as text. */
  format?: (value: T) => string
}

const kinds = new WeakMap<object, Kind<unknown>>()
const secrets = new WeakSet<object>()
/** When conditional variables are required, in words. */
const conditions = new WeakMap<object, string>()

/** Any text; empty only if the default is empty. */
export const text = kind({
  valid: 'text',
  parse(input) {
    if (input === '') throw new TypeError('must not be empty')
    return input
  },
})

/** Text of at least `minimum` characters. */
export function longText({
  minimum,
  ...settings
}: VariableSettings<string> & { minimum: number }): Spec<string> {
  const valid = `text of ${minimum} characters or more`
  const parse = (input: string): string => {
    if (input.length < minimum) throw new TypeError(`must be ${valid}`)
    return input
  }
  return kind({ valid, parse })(settings)
}

/** At least one token; several are separated by commas. */
export const tokens = kind<readonly string[]>({
  valid: 'tokens separated by commas',
  parse(input) {
    const given = input.split(',').map((token) => token.trim())
    if (given.includes('')) throw new TypeError('must be tokens separated by commas, none of them empty')
    return given
  },
  format: (given) => given.join(','),
})

/** A whole number from `minimum` (default 0) to `maximum` (default: no limit). */
export function count({
  minimum = 0,
  maximum,
  ...settings
}: VariableSettings<number> & Bounds): Spec<number> {
  const range = maximum === undefined ? `${minimum} or more` : `from ${minimum} to ${maximum}`
  const valid = `a whole number, ${range}`
  const parse = (input: string): number => {
    const value = Number(input)
    if (!/^\d{1,15}$/.test(input) || value < minimum || value > (maximum ?? Infinity))
      throw new TypeError(`must be ${valid}`)
    return value
  }
  return kind({ valid, parse })(settings)
}

/** A TCP port. */
export const port = kind({
  valid: 'a port',
  parse(input) {
    const value = Number(input)
    if (!/^\d{1,5}$/.test(input) || value > 65_535) throw new TypeError('must be a port from 0 to 65535')
    return value
  },
})

/** A base URL, to which paths are added; a trailing slash is removed. Empty only if the default is empty. */
export const address = kind({
  valid: 'a URL with http or https, without query',
  parse(input) {
    if (!/^https?:\/\/[^?#\s]+$/i.test(input) || !URL.canParse(input))
      throw new TypeError('must be a URL such as http://127.0.0.1:8080, without query')
    return input.replace(/\/+$/, '')
  },
})

/**
 * The URL of a server, which begins with one of `starts`; a trailing slash is removed. After `//` it has a host, or a path for
 * the client's default host, or `host` in its query, where Postgres takes the path of a socket. Empty only if the default is
 * empty.
 */
export function serverUrl({
  starts,
  ...settings
}: VariableSettings<string> & { starts: readonly string[] }): Spec<string> {
  const valid = `a URL that begins with ${starts.join(', ')}`
  const parse = (input: string): string => {
    const url = URL.parse(input)
    const start = starts.find((each) => input.toLowerCase().startsWith(each))
    const hasPlace = url && (url.hostname || url.pathname.length > 1 || url.searchParams.has('host'))
    if (!start || !hasPlace) throw new TypeError(`must be ${valid}`)
    return input.replace(/\/+$/, '')
  }
  return kind({ valid, parse })(settings)
}

/** `on`, `true`, `1` or `off`, `false`, `0`. */
export const toggle = kind({
  valid: 'on or off',
  parse(input) {
    if (/^(on|true|1)$/i.test(input)) return true
    if (/^(off|false|0)$/i.test(input)) return false
    throw new TypeError('must be on or off')
  },
  format: (value) => (value ? 'on' : 'off'),
})

/** One of the given words. */
export function choice<const T extends string>({
  words,
  ...settings
}: VariableSettings<T> & { words: readonly T[] }): Spec<T> {
  const valid = `one of: ${words.join(', ')}`
  const parse = (input: string): T => {
    const word = words.find((each) => each === input)
    if (word === undefined) throw new TypeError(`must be ${valid}`)
    return word
  }
  return kind({ valid, parse })(settings)
}

/** Items separated by commas; an empty text is an empty list. */
export const list = kind({
  valid: 'a list separated by commas',
  parse: splitList,
  format: (items) => items.join(','),
})

/** Origins separated by commas, each as browsers send it: a path or a trailing slash is removed. */
export const origins = kind<readonly string[]>({
  valid: 'origins separated by commas',
  parse: (input) =>
    input
      .split(',')
      .filter((item) => item.trim() !== '')
      .map((item) => {
        const url = URL.parse(item.trim())
        if (!/^https?:$/.test(url?.protocol ?? ''))
          throw new TypeError('must be origins such as https://app.example.com, separated by commas')
        return url!.origin
      }),
  format: (given) => given.join(','),
})

/** Names of ranges that Express knows. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal']
const PROXIES = `IP addresses, CIDRs, ${RANGES.join(', ')}, separated by commas`

/** Addresses of proxies separated by commas, as Express's "trust proxy" takes them. */
export const proxies = kind({
  valid: PROXIES,
  parse(input) {
    const items = splitList(input)
    const wrong = items.find((item) => !RANGES.includes(item) && !isAddressRange(item))
    if (wrong !== undefined) throw new TypeError(`must be ${PROXIES}, not "${wrong}"`)
    return items
  },
  format: (items) => items.join(','),
})

function isAddressRange(item: string): boolean {
  const [address = '', length, more] = item.split('/')
  const isLength = (text: string) =>
    isIPv4(address)
      ? isIPv4(text) || (/^[1-9]\d?$/.test(text) && Number(text) <= 32)
      : /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 128
  return isIP(address) > 0 && more === undefined && (length === undefined || isLength(length))
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Durations such as `5s,30m,2h`, in milliseconds. */
export const durations = kind({
  valid: 'durations such as 5s,30m,2h',
  parse: (input) =>
    input.split(',').map((item) => {
      const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)(ms|s|m|h|d)\s*$/.exec(item) ?? []
      if (!amount) throw new TypeError('must be durations such as 5s,30m,2h')
      return Number(amount) * UNITS[unit as keyof typeof UNITS]
    }),
  format: (values) => values.map(formatDuration).join(','),
})

/** JSON text whose value `isValid`; `valid` says which values are. */
export function json<T>({
  valid,
  isValid,
  ...settings
}: VariableSettings<T> & { valid: string; isValid: (value: unknown) => boolean }): Spec<T> {
  const parse = (input: string): T => {
    const value = parseJson(input)
    if (!isValid(value)) throw new TypeError(`must be ${valid}`)
    return value as T
  }
  return kind<T>({ valid, parse, format: (value) => JSON.stringify(value) })(settings)
}

/** Returns whether a value is a list of at least one item, all of which are valid. */
export function isListOf(value: unknown, isValid: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isValid)
}

/** Returns undefined, which is no JSON value, for anything else than JSON. */
function parseJson(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return undefined
  }
}

/** Marks a variable whose value is never printed. */
export function secret<S extends object>(spec: S): S {
  secrets.add(spec)
  return spec
}

export function isSecret(spec: object): boolean {
  return secrets.has(spec)
}

/**
 * Makes a variable required only under a condition on the others, which `when` says in words, such as `with MODE=fast`.
 * Otherwise it may be missing.
 */
export function requiredWhen<T>(
  when: string,
  condition: (values: Record<string, unknown>) => boolean,
  spec: Spec<T>,
): Spec<T | undefined> {
  conditions.set(spec, when)
  return Object.assign(spec, { default: undefined, requiredWhen: condition })
}

/** Returns which values a variable takes, its default as it would stand in the environment, and when it is required. */
export function describeSpec(spec: Spec<unknown>): { valid: string; default?: string; when?: string } {
  const { valid, format = String } = kinds.get(spec)!
  const when = conditions.get(spec)
  return {
    valid,
    ...(spec.default !== undefined && { default: format(spec.default) }),
    ...(when !== undefined && { when }),
  }
}

function splitList(input: string): string[] {
  return input
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function formatDuration(ms: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, size]) => ms % size === 0)!
  return `${ms / size}${unit}`
}

function kind<T>(own: Kind<T>): (settings: VariableSettings<T>) => Spec<T> {
  return (settings) => {
    const isEmptyDefault = (input: string) => input === '' && settings.default === input
    const validator = makeExactValidator<T>((input) =>
      isEmptyDefault(input) ? settings.default! : own.parse(input),
    )
    const { default: value, ...others } = settings
    // A spec that has the key `default` is not required, even if the value is undefined.
    const spec = validator(value === undefined ? others : settings)
    kinds.set(spec, own as Kind<unknown>)
    return spec
  }
}

// The only file that reads process.env. A service describes its environment once; all problems are reported together.
import { cleanEnv, makeExactValidator, type Spec } from 'envalid'

type Specs = Record<string, Spec<unknown>>
type Settings<T> = { default?: NonNullable<T>; desc: string }
type Bounds = { minimum?: number; maximum?: number }
type Values<S extends Specs> = { readonly [N in keyof S]: S[N] extends Spec<infer T> ? T : never }

const secretSpecs = new WeakSet<object>()

/** Any text, as it stands; empty only where the default is. */
export const text = describe((input) => {
  if (input === '') throw new TypeError('must not be empty')
  return input
})

/** A whole number from `minimum` (0) to `maximum` (any). */
export function count({ minimum = 0, maximum, ...settings }: Settings<number> & Bounds): Spec<number> {
  const range = maximum === undefined ? `${minimum} or more` : `from ${minimum} to ${maximum}`
  const parse = (input: string): number => {
    const value = Number(input)
    if (!/^\d{1,15}$/.test(input) || value < minimum || value > (maximum ?? Infinity))
      throw new TypeError(`must be a whole number, ${range}`)
    return value
  }
  return describe(parse)(settings)
}

/** A TCP port. */
export const port = describe((input) => {
  const value = Number(input)
  if (!/^\d{1,5}$/.test(input) || value > 65_535) throw new TypeError('must be a port from 0 to 65535')
  return value
})

/** An absolute address, without a trailing slash; empty only where the default is. */
export const address = describe((input) => {
  if (!URL.canParse(input)) throw new TypeError('must be an absolute address such as http://127.0.0.1:8080')
  return input.replace(/\/+$/, '')
})

/** `on`, `true`, `1` or `off`, `false`, `0`. */
export const toggle = describe((input) => {
  if (/^(on|true|1)$/i.test(input)) return true
  if (/^(off|false|0)$/i.test(input)) return false
  throw new TypeError('must be on or off')
})

/** One of these words. */
export function choice<const T extends string>({
  words,
  ...settings
}: Settings<T> & { words: readonly T[] }): Spec<T> {
  const parse = (input: string): T => {
    const word = words.find((each) => each === input)
    if (word === undefined) throw new TypeError(`must be one of: ${words.join(', ')}`)
    return word
  }
  return describe(parse)(settings)
}

/** Items separated by commas; empty text is the empty list. */
export const list = describe((input) =>
  input
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Durations such as `5s,30m,2h`, in milliseconds. */
export const durations = describe((input) =>
  input.split(',').map((item) => {
    const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)(ms|s|m|h|d)\s*$/.exec(item) ?? []
    if (!amount) throw new TypeError('must be durations such as 5s,30m,2h')
    return Number(amount) * UNITS[unit as keyof typeof UNITS]
  }),
)

/** JSON text. The type is what the writer of the value promised, so it is for keys and the like that we make. */
export function json<T>(settings: Settings<T>): Spec<T> {
  const parse = (input: string): T => {
    try {
      return JSON.parse(input) as T
    } catch {
      throw new TypeError('must be JSON')
    }
  }
  return describe(parse)(settings)
}

/** Marks a variable whose value must never be printed. */
export function secret<S extends object>(spec: S): S {
  secretSpecs.add(spec)
  return spec
}

/** What a log may show of a configuration. */
export function printable<S extends Specs>(environment: S, values: Values<S>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, spec]) => [
      name,
      secretSpecs.has(spec) ? '(secret)' : values[name],
    ]),
  )
}

/** Reads and freezes the environment; throws one error that names every wrong or missing variable. */
export function readConfig<S extends Specs>(
  environment: S,
  source: NodeJS.ProcessEnv = process.env,
): Values<S> {
  const values = cleanEnv(source, environment, {
    reporter({ errors }) {
      const problems = Object.entries(errors).map(
        ([name, error]) =>
          `  ${name}: ${error instanceof Error ? error.message || 'is required' : 'is wrong'} (${environment[name]?.desc})`,
      )
      if (problems.length > 0) throw new Error(`The environment is not right:\n${problems.join('\n')}`)
    },
  })
  return Object.freeze({ ...values }) as unknown as Values<S>
}

/** The variables of this process, for a program that it starts: who starts it picks what it needs. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env }
}

function describe<T>(parse: (input: string) => T): (settings: Settings<T>) => Spec<T> {
  return (settings) => {
    const isDefault = (input: string) => input === '' && settings.default === input
    return makeExactValidator<T>((input) => (isDefault(input) ? settings.default! : parse(input)))(settings)
  }
}

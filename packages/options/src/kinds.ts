// The kinds of option values: how each is written on the wire, what it becomes, and what it must satisfy.
import type { ErrorCode } from '@render/errors'

/** Who may open a secret value while a render is in flight. */
export type SecretReader = 'worker' | 'dispatcher'

/** One row of the option table. `D` is the type of its default, `undefined` when it has none. */
export interface Option<T, D extends T | undefined = T | undefined> {
  kind: 'flag' | 'int' | 'text' | 'enum'
  description: string
  /** Completes the sentence "must be ..." in error messages. */
  expects: string
  /** JSON Schema of the coerced value. */
  schema: Record<string, unknown>
  /** From the wire form to the value; what cannot be understood is returned as it came, for the schema to refuse. */
  coerce(raw: unknown): unknown
  default: D
  unit?: string
  /** Set when the value may hold a secret: it is sealed to this reader and kept out of records and logs. */
  secret?: SecretReader
  /** Error codes by the schema keyword that failed; `InvalidOptions` otherwise. */
  codes?: Partial<Record<string, ErrorCode>>
  /** Path of the service file that gives the option its effect, when no stage of the engine does. */
  owner?: string
}

interface Settings<D> {
  default?: D
  unit?: string
  secret?: SecretReader
  codes?: Partial<Record<string, ErrorCode>>
  owner?: string
}

const TRUE_WORDS = new Set(['true', '1', 'yes', 'on'])
const FALSE_WORDS = new Set(['false', '0', 'no', 'off', ''])

/** True or false, also as the numbers and words that published clients send. */
export function flag<D extends boolean | undefined = undefined>(
  description: string,
  settings: Settings<D> = {},
): Option<boolean, D> {
  return {
    ...base(settings),
    kind: 'flag',
    description,
    expects: 'true or false (also 1, 0, yes, no, on, off)',
    schema: { type: 'boolean' },
    coerce(raw) {
      if (typeof raw === 'number' && !Number.isNaN(raw)) return raw !== 0
      if (typeof raw !== 'string') return raw
      const word = raw.trim().toLowerCase()
      if (TRUE_WORDS.has(word)) return true
      return FALSE_WORDS.has(word) ? false : raw
    },
  }
}

/** A whole number within bounds, also as a decimal string. */
export function int<D extends number | undefined = undefined>(
  description: string,
  settings: Settings<D> & { minimum: number; maximum: number },
): Option<number, D> {
  const { minimum, maximum, unit } = settings
  return {
    ...base(settings),
    kind: 'int',
    description,
    expects: `a whole number from ${minimum} to ${maximum}${unit ? ` (${unit})` : ''}`,
    schema: { type: 'integer', minimum, maximum },
    coerce: (raw) => (typeof raw === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(raw) ? Number(raw) : raw),
  }
}

/** Any text up to a length in UTF-8 bytes; NUL is never allowed. */
export function text<D extends string | undefined = undefined>(
  description: string,
  settings: Settings<D> & { maxBytes: number },
): Option<string, D> {
  return {
    ...base(settings),
    kind: 'text',
    description,
    expects: `a string of at most ${settings.maxBytes} bytes without NUL`,
    schema: { type: 'string', maxBytes: settings.maxBytes, noNul: true },
    coerce: (raw) => raw,
  }
}

/** One of a list of words; letter case and punctuation do not matter, `aliases` are other names of the words. */
export function oneOf<const V extends string, D extends V | undefined = undefined>(
  description: string,
  values: readonly V[],
  settings: Settings<D> & { aliases?: Record<string, V> } = {},
): Option<V, D> {
  const byPlainName = new Map<string, string>([
    ...Object.entries(settings.aliases ?? {}).map(([alias, value]) => [plain(alias), value] as const),
    ...values.map((value) => [plain(value), value] as const),
  ])
  return {
    ...base(settings),
    kind: 'enum',
    description,
    expects: `one of ${values.join(', ')}`,
    schema: { enum: values },
    coerce: (raw) => (typeof raw === 'string' ? (byPlainName.get(plain(raw)) ?? raw) : raw),
  }
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function base<D>({ default: value, unit, secret, codes, owner }: Settings<D>) {
  return { default: value as D, unit, secret, codes, owner }
}

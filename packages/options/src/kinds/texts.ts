import { readTimeZone } from '../values/time-zone.ts'
import { row, type Option, type Settings } from './option.ts'
import { orRespelled } from './spelling.ts'

/** Long enough for names and for usual addresses. */
const DEFAULT_MAX_BYTES = 2048

interface TextSettings<D> extends Settings<D> {
  /** UTF-8. */
  maxBytes?: number
  /** Pattern of the whole text, unless it is an empty address; ECMAScript with the flag `u`. Requires `expects` and `examples`. */
  pattern?: string
  /** Completes "must be ..." in error messages. */
  expects?: string
  /** Applied to the text before it is checked. */
  normalise?: (text: string) => string
  /** A number is accepted too, and becomes a text. */
  takesNumbers?: true
}

/** A text up to a length, without NUL. */
export function text<D extends string | undefined = undefined>(
  description: string,
  settings: TextSettings<D> = {},
): Option<string, D> {
  const { maxBytes = DEFAULT_MAX_BYTES, pattern, normalise = asItIs, takesNumbers = false } = settings
  const { expects = `a string of at most ${maxBytes} bytes without NUL` } = settings
  const form = pattern && settings.address ? `(?:${pattern})?` : pattern
  return row<string, D>(
    {
      kind: 'text',
      description,
      expects,
      schema: { type: 'string', maxBytes, noNul: true, ...(form && { form }) },
      ...((settings.normalise || takesNumbers) && {
        sent: {
          type: takesNumbers ? ['string', 'number'] : 'string',
          ...(pattern && { pattern: orRespelled(pattern) }),
        },
      }),
      coerce: (raw) => {
        const isText = typeof raw === 'string' || (takesNumbers && isExact(raw))
        return isText ? normalise(String(raw)) : raw
      },
    },
    settings,
  )
}

/** Returns whether a value is a number that is as it was sent: larger whole numbers lose digits. */
function isExact(value: unknown): boolean {
  return typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
}

/** A text of numbers; a number is accepted, too, and becomes a text. */
export function numericText<D extends string | undefined = undefined>(
  description: string,
  settings: TextSettings<D> & { pattern: string; expects: string },
): Option<string, D> {
  return text(description, { normalise: withoutOuterBlanks, takesNumbers: true, ...settings })
}

/** A CSS colour: a name, hexadecimal digits with or without `#`, or a function such as `rgb(...)`. */
export function colour<D extends string | undefined = undefined>(
  description: string,
  settings: Settings<D> = {},
): Option<string, D> {
  return row<string, D>(
    {
      kind: 'colour',
      description,
      expects: 'a CSS colour such as #ffcc00, rgb(0 0 0 / 50%) or white',
      schema: { type: 'string', maxBytes: 128, colour: true },
      coerce: (raw) => (typeof raw === 'string' ? hexColour(raw.trim()) : raw),
    },
    { examples: ['#ffcc00', 'rgb(0 0 0 / 50%)', 'white'], ...settings },
  )
}

/** A time zone by its IANA name. */
export function timeZone<D extends string | undefined = undefined>(
  description: string,
  settings: Settings<D> = {},
): Option<string, D> {
  return row<string, D>(
    {
      kind: 'text',
      description,
      expects: 'the IANA name of a time zone such as Europe/Paris',
      schema: { type: 'string', maxBytes: 64, timeZone: true },
      coerce: (raw) => (typeof raw === 'string' ? (readTimeZone(raw) ?? raw) : raw),
    },
    { examples: ['Europe/Paris', 'UTC'], ...settings },
  )
}

function hexColour(text: string): string {
  return /^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text) ? `#${text}` : text
}

/** Removes the blanks around numbers. Those between two numbers stay, so that the text is refused. */
export function withoutOuterBlanks(text: string): string {
  return text
    .split(/([,;:/-])/)
    .map((part) => part.trim())
    .join('')
}

function asItIs<T>(value: T): T {
  return value
}

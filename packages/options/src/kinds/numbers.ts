import { row, type Option, type Settings } from './option.ts'
import { orRespelled } from './spelling.ts'

/** A number as JSON has it and as languages print it, such as `1280.0`, `1.0E-5` and `0.30000000000000004`. */
const NUMERIC = /^\s*[+-]?\d{1,15}(\.\d{1,40})?(e[+-]?\d{1,3})?\s*$/i
/** A number with a fraction, which may round to a whole one: `1279.99999999999999999`. */
const FRACTION = /^\s*[+-]?\d{1,15}\.0{0,39}[1-9]\d{0,39}\s*$/

interface Bounds {
  minimum: number
  maximum: number
}

/** A whole number within bounds, also as text. */
export function int<D extends number | undefined = undefined>(
  description: string,
  settings: Settings<D> & Bounds,
): Option<number, D> {
  const { minimum, maximum } = settings
  return row<number, D>(
    {
      kind: 'int',
      description,
      expects: `a whole number ${range(settings)}`,
      schema: { type: 'integer', minimum, maximum },
      coerce: (raw) => (typeof raw === 'string' && FRACTION.test(raw) ? raw : toNumber(raw)),
    },
    settings,
  )
}

/** A number within bounds, also as text. */
export function number<D extends number | undefined = undefined>(
  description: string,
  settings: Settings<D> & Bounds & { isAbove?: boolean },
): Option<number, D> {
  const { minimum, maximum, isAbove } = settings
  return row<number, D>(
    {
      kind: 'number',
      description,
      expects: isAbove
        ? `a number above ${minimum} and up to ${maximum}${unitOf(settings)}`
        : `a number ${range(settings)}`,
      schema: { type: 'number', [isAbove ? 'exclusiveMinimum' : 'minimum']: minimum, maximum },
      coerce: (raw) => toNumber(raw),
    },
    settings,
  )
}

/** A number of CSS pixels, or a text with a physical unit such as `1cm`. `20px` is read as 20. */
export function length(
  description: string,
  settings: Settings<undefined> & { maximum: number },
): Option<number | string> {
  const { maximum } = settings
  const bounds = { type: ['number', 'string'], minimum: 0, maximum }
  const withUnit = (units: string): string => String.raw`\d{1,6}(?:\.\d{1,6})?(?:${units})`
  return row<number | string, undefined>(
    {
      kind: 'length',
      description,
      expects: `a number from 0 to ${maximum} (CSS px), or one with the unit px, cm, mm, in or pt`,
      schema: { ...bounds, maxBytes: 16, form: withUnit('cm|mm|in|pt') },
      sent: { ...bounds, pattern: orRespelled(withUnit('px|cm|mm|in|pt')) },
      coerce: (raw) => {
        if (typeof raw !== 'string') return toNumber(raw)
        const text = raw.trim().toLowerCase()
        return toNumber(text.endsWith('px') ? text.slice(0, -2) : text)
      },
    },
    { ...settings, unit: 'CSS px', examples: ['1cm', 20] },
  )
}

/** A number within bounds, or any other text. Numeric texts are numbers. */
export function numberOrText(
  description: string,
  settings: Settings<undefined> & Bounds & { maxBytes: number; text: string; pattern?: string },
): Option<number | string> {
  const { minimum, maximum, maxBytes, text, pattern } = settings
  return row<number | string, undefined>(
    {
      kind: 'number',
      description,
      expects: `a number ${range(settings)}, or ${text}`,
      schema: {
        type: ['number', 'string'],
        minimum,
        maximum,
        maxBytes,
        noNul: true,
        minLength: 1,
        ...(pattern && { form: pattern }),
      },
      coerce: (raw) => toNumber(raw),
    },
    settings,
  )
}

function toNumber(raw: unknown): unknown {
  const value = typeof raw === 'string' && NUMERIC.test(raw) ? Number(raw) : raw
  return value === 0 ? 0 : value
}

function range(settings: Bounds & { unit?: string }): string {
  return `from ${settings.minimum} to ${settings.maximum}${unitOf(settings)}`
}

function unitOf({ unit }: { unit?: string }): string {
  return unit ? ` (${unit})` : ''
}

import { readJsonText } from './json-text.ts'
import { row, type Option, type Settings } from './option.ts'
import { orRespelled } from './spelling.ts'

interface ListSettings extends Settings<undefined> {
  /** Splits a text at its commas. Otherwise it is one item: commas occur in selectors, cookies and headers. */
  isSplit?: boolean
  maxItems: number
  /** UTF-8, of each item. */
  maxBytes: number
  /** Pattern of a whole item; ECMAScript with the flag `u`. */
  pattern?: string
  /** The name of the items in error messages, in the plural. */
  items?: string
  isLowerCase?: boolean
  /** Accepts an object, whose members become items `name=value`. */
  takesPairs?: boolean
}

/** A list of texts, sent as an array, as one text, or as a repeated key. */
export function list(description: string, settings: ListSettings): Option<string[]> {
  const { maxItems, maxBytes, pattern, items = 'strings', isSplit = false } = settings
  const { isLowerCase = false, takesPairs = false } = settings
  const opening = takesPairs ? /^[[{]/ : /^\[/
  return row<string[], undefined>(
    {
      kind: 'list',
      description,
      expects: `a list of at most ${maxItems} ${items}, each of at most ${maxBytes} bytes without NUL`,
      schema: {
        type: 'array',
        maxItems,
        items: {
          type: 'string',
          minLength: 1,
          maxBytes,
          noNul: true,
          ...(pattern && { form: pattern }),
        },
      },
      sent: {
        type: ['array', 'string', 'number', ...(takesPairs ? ['object'] : [])],
        maxItems,
        items: {
          type: ['string', 'number'],
          minLength: 1,
          maxBytes,
          ...(pattern && (isSplit || isLowerCase ? { pattern: orRespelled(pattern) } : { form: pattern })),
        },
      },
      coerce(raw, { isForm }) {
        const given = isForm && typeof raw === 'string' && opening.test(raw) ? readJsonText(raw) : raw
        const found = toItems(given, isSplit ? maxItems : undefined, takesPairs)
        return isLowerCase ? lowerCase(found) : found
      },
    },
    { ...settings, ...(pattern && { examples: settings.examples }) },
  )
}

/** Converts a sent value to a list. `splitInto` is the maximum number of items of a text that is split at its commas. */
function toItems(raw: unknown, splitInto: number | undefined, takesPairs: boolean): unknown {
  const isSplit = splitInto !== undefined
  if (typeof raw === 'string') return isSplit ? splitAtCommas(raw, splitInto) : raw === '' ? [] : [raw]
  if (typeof raw === 'number') return [String(raw)]
  if (Array.isArray(raw)) return raw.map((item: unknown) => toItem(item, isSplit))
  return takesPairs ? toPairs(raw) : raw
}

function toItem(item: unknown, isSplit: boolean): unknown {
  if (typeof item === 'number') return String(item)
  return isSplit && typeof item === 'string' ? item.trim() : item
}

/** Returns the items that are not empty. Stops after one item too many: a text of megabytes can have millions. */
function splitAtCommas(text: string, maxItems: number): string[] {
  const pieces = text.matchAll(/[^,\s][^,]*/g).take(maxItems + 1)
  return pieces.map(([piece]) => piece.trimEnd()).toArray()
}

/** Does not convert objects with numeric keys: these are malformed lists of a form (`headers[150]=a`). */
function toPairs(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw
  const entries = Object.entries(raw)
  if (entries.some(([name, value]) => /^\d+$/.test(name) || !['string', 'number'].includes(typeof value)))
    return raw
  return entries.map(([name, value]) => `${name}=${value}`)
}

function lowerCase(found: unknown): unknown {
  if (!Array.isArray(found)) return found
  return found.map((item: unknown) => (typeof item === 'string' ? item.toLowerCase() : item))
}

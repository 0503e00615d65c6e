import { readJsonText } from './json-text.ts'
import { row, type Option, type Settings } from './option.ts'

interface ListSettings extends Settings<undefined> {
  /** Whether one text is split at its commas, or is one item: commas occur in selectors, cookies and headers. */
  isSplit?: boolean
  maxItems: number
  /** UTF-8, of each item. */
  maxBytes: number
  /** What each whole item must match; ECMAScript with the flag `u`. */
  pattern?: string
  /** What the items are, in the plural. */
  items?: string
  isLowerCase?: boolean
  /** An object is a list too: each member an item `name=value`. */
  takesPairs?: boolean
}

/** Texts: an array, one text, or a repeated key. */
export function list(description: string, settings: ListSettings): Option<string[]> {
  const { maxItems, maxBytes, pattern, items = 'strings', isSplit = false } = settings
  const { isLowerCase = false, takesPairs = false } = settings
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
      coerce(raw, { isForm }) {
        const given = isForm && typeof raw === 'string' && raw.startsWith('[') ? readJsonText(raw) : raw
        const found = toItems(given, isSplit ? maxItems : undefined, takesPairs)
        return isLowerCase ? lowerCase(found) : found
      },
    },
    { ...settings, ...(pattern && { examples: settings.examples }) },
  )
}

/** One text is split at its commas when there is a number of items that it may have. */
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

/** More items than may be are not looked for: megabytes of commas would be millions of them. */
function splitAtCommas(text: string, maxItems: number): string[] {
  return text
    .split(',', maxItems + 1)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Keys that are numbers are a form's list gone wrong (`headers[150]=a`), not names. */
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

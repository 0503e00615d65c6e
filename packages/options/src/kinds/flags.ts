import { row, type Option, type Settings } from './option.ts'

const TRUE_WORDS = new Set(['true', '1', 'yes', 'on'])
const FALSE_WORDS = new Set(['false', '0', 'no', 'off', ''])
const FLAG = 'true or false (also 1, 0, yes, no, on, off)'

/** A boolean, also as the numbers and words that published clients send. The default is false. */
export function flag<D extends boolean | undefined = false>(
  description: string,
  settings: Settings<D> = {},
): Option<boolean, D> {
  return row<boolean, D>(
    { kind: 'flag', description, expects: FLAG, schema: { type: 'boolean' }, coerce: toBoolean },
    orFalse(settings),
  )
}

/** A boolean and nothing else; in forms, where every value is text, the words true and false. */
export function strictFlag(description: string, settings: Settings<false> = {}): Option<boolean, false> {
  return row<boolean, false>(
    {
      kind: 'boolean',
      description,
      expects: 'true or false',
      schema: { type: 'boolean' },
      coerce: (raw, { isForm }) => {
        if (!isForm || typeof raw !== 'string') return raw
        const word = raw.toLowerCase()
        return word === 'true' ? true : word === 'false' ? false : raw
      },
    },
    orFalse(settings),
  )
}

/** A flag that also accepts some words. */
export function flagOrWord<const W extends string, D extends boolean | W | undefined>(
  description: string,
  words: readonly W[],
  settings: Settings<D>,
): Option<boolean | W, D> {
  return row<boolean | W, D>(
    {
      kind: 'flag',
      description,
      expects: `${FLAG}, or ${words.join(', ')}`,
      schema: { enum: [true, false, ...words] },
      sent: { anyOf: [{ enum: [true, false, ...words] }, { type: 'string', pattern: String.raw`[A-Z\s]` }] },
      values: words,
      coerce: (raw) => {
        const word = typeof raw === 'string' ? raw.trim().toLowerCase() : raw
        return words.includes(word as W) ? word : toBoolean(raw)
      },
    },
    settings,
  )
}

/** A flag that also accepts any other text. */
export function flagOrText(
  description: string,
  settings: Settings<false> & { maxBytes: number },
): Option<boolean | string, false> {
  return row<boolean | string, false>(
    {
      kind: 'flag',
      description,
      expects: `${FLAG}, or a text of at most ${settings.maxBytes} bytes`,
      schema: { type: ['boolean', 'string'], maxBytes: settings.maxBytes, noNul: true },
      coerce: toBoolean,
    },
    orFalse(settings),
  )
}

function toBoolean(raw: unknown): unknown {
  if (typeof raw === 'number' && !Number.isNaN(raw)) return raw !== 0
  if (typeof raw !== 'string') return raw
  const word = raw.trim().toLowerCase()
  if (TRUE_WORDS.has(word)) return true
  return FALSE_WORDS.has(word) ? false : raw
}

function orFalse<D>(settings: Settings<D>): Settings<D> {
  return 'default' in settings ? settings : { ...settings, default: false as D }
}

import { row, type Option, type Settings } from './option.ts'

/** One of a list of words, compared without letter case and punctuation. `aliases` are synonyms of the words. */
export function oneOf<const V extends string, D extends V | undefined = undefined>(
  description: string,
  values: readonly V[],
  settings: Settings<D> & {
    aliases?: Record<string, V>
    /** Advice for unsupported words that callers try, in lower case. */
    advice?: Record<string, string>
    /** Compares punctuation, too; set when the words differ by it. */
    isPunctuated?: boolean
  } = {},
): Option<V, D> {
  const { aliases = {}, isPunctuated = false } = settings
  const plain = isPunctuated ? lowerCase : lettersAndDigits
  const byPlainName = new Map<string, string>([
    ...Object.entries(aliases).map(([alias, value]) => [plain(alias), value] as const),
    ...values.map((value) => [plain(value), value] as const),
  ])
  const plainWords = [...byPlainName.keys()].filter((word) => !values.some((value) => value === word))
  return row<V, D>(
    {
      kind: 'enum',
      description,
      expects: `one of ${values.join(', ')}`,
      schema: { type: 'string', enum: values },
      sent: {
        type: 'string',
        anyOf: [
          { enum: values },
          ...(plainWords.length > 0 ? [{ enum: plainWords }] : []),
          // A text that is not plain may be any word.
          { pattern: isPunctuated ? String.raw`[A-Z\s]` : '[^a-z0-9]' },
        ],
      },
      values,
      synonyms: settings.aliases,
      advice: settings.advice,
      coerce: (raw) => (typeof raw === 'string' ? (byPlainName.get(plain(raw)) ?? raw) : raw),
    },
    settings,
  )
}

/** Longer texts are not compared: no known word is as long. */
const MAX_WORD_LENGTH = 64

function lettersAndDigits(word: string): string {
  return word.length > MAX_WORD_LENGTH ? word : lowerCase(word).replaceAll(/[^a-z0-9]/g, '')
}

function lowerCase(word: string): string {
  return word.trim().toLowerCase()
}

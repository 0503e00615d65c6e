const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

const MAX_LENGTH = 10_000

/** Returns a text on one line and not too long; undefined when nothing is left. */
export function cleanText(text: string): string | undefined {
  return (
    text
      .slice(0, MAX_LENGTH)
      .replaceAll(/[\s\u200b\ufeff]+/g, ' ')
      .trim() || undefined
  )
}

/** Returns a text that scripts of the page wrote, often with markup and entities in it. */
export function cleanMarkup(text: string): string | undefined {
  const bare = withoutTags(text.slice(0, MAX_LENGTH))
  return cleanText(decodeEntities(decodeEntities(bare)))
}

const TAG = /<(\/?)([a-z][^\s<>/]*)([^<>]*)>/gi
/** An address beside a name: `Ada <ada@site.example>`. */
const ADDRESS = /^(?:[^\s<>@]+@[^\s<>@]+|https?:\S+)$/i
const ATTRIBUTE = /\s[\w:-]+=["']|\/\s*$/
/** The start of a text that was cut before its last end tag. */
const CUT_PARAGRAPH = /^\s*<(?:p|div)>(?=[\p{L}\p{N}<"“‘])/iu
const LINE_BREAK = /^<br>$/i

/**
 * Replaces tags by blanks. A name in angle brackets, as in `List<T>` and "The <video> element", is no tag: a text is markup only
 * if it has an end tag for a start tag, an attribute, a line break between words, or starts with a paragraph.
 */
function withoutTags(text: string): string {
  const tags = [...text.matchAll(TAG)]
  const isMarkup = CUT_PARAGRAPH.test(text) || hasPair(tags) || tags.some((tag) => isSurely(tag, text))
  return text.replaceAll(TAG, (tag) => (isMarkup || ADDRESS.test(tag.slice(1, -1)) ? ' ' : tag))
}

function hasPair(tags: readonly RegExpExecArray[]): boolean {
  const open = new Set<string>()
  return tags.some(([, end, name]) => {
    if (end) return open.has(name!.toLowerCase())
    open.add(name!.toLowerCase())
    return false
  })
}

/** Returns whether a tag is markup even without an end tag. */
function isSurely({ 0: tag, 3: rest, index }: RegExpExecArray, text: string): boolean {
  if (ATTRIBUTE.test(rest!)) return true
  const isBetween = (): boolean =>
    /\S/.test(text.slice(0, index)) && /\S/.test(text.slice(index + tag.length))
  return LINE_BREAK.test(tag) && isBetween()
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, ten, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole
    const code = ten ? Number(ten) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Returns a text in a form that is equal for texts that a reader takes for the same. */
export function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns the first value that survives its cleaning. */
export function pick(
  values: Iterable<string | undefined>,
  clean: (text: string) => string | undefined,
): string | undefined {
  for (const value of values) {
    const cleaned = value === undefined ? undefined : clean(value)
    if (cleaned !== undefined) return cleaned
  }
  return undefined
}

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
  const short = text.slice(0, MAX_LENGTH)
  const bare = short.replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
  return cleanText(decodeEntities(decodeEntities(bare)))
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

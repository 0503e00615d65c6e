// Tells the lines with the date and the author of an article from its first sentences.

const LABEL =
  /^(?:published|posted|updated|last (?:updated|modified)|first published|modified|created|on|aktualisiert|veröffentlicht|stand|publié|mis à jour|publicado|actualizado|atualizado|pubblicato|опубликовано|обновлено)(?![\p{L}\p{N}]).{0,30}?(?=[\p{L}\d])/iu
const BEFORE = String.raw`(?:.{1,30}\s[·|•–—]\s)?(?:[\p{L}.,]{1,14}\s){0,2}`
const NUMBERS = [
  String.raw`\d{4}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?\d{1,2}`,
  String.raw`\d{1,2}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?\d{4}`,
  String.raw`\d{4}\s?[年년]\s?\d{1,2}\s?[月월](?:\s?\d{1,2}\s?[日일])?`,
]
const REST = String.raw`(?:\s*$|T\d|\s*[,|·•–—()/-]|\.?\s+(?:\d{1,2}[:.h]\d\d|at|um|uhr|à|a las|alle|às|om|kl|by|von|par|por|di|г|в)(?!\p{L})).{0,50}$`

const LANGUAGES = 'en de fr es pt it nl sv da nb fi pl cs sk hu ro tr el ru uk bg hr ar fa he hi id vi'.split(
  ' ',
)

/** Returns whether a line is a date, with a year or a month in words, and what stands beside dates, but no sentence. */
export function isDate(text: string): boolean {
  if (!/\p{N}/u.test(text) || /\p{Ll}{2}[.!?]$/u.test(text)) return false
  return dates().test(text.replace(LABEL, '').normalize())
}

let known: RegExp | undefined

function dates(): RegExp {
  known ??= new RegExp(`^${BEFORE}(?:${[...NUMBERS, ...inWords()].join('|')})${REST}`, 'iu')
  return known
}

function inWords(): string[] {
  const month = `(?:${months().join('|')})\\.?`
  const day = String.raw`\d{1,2}(?:st|nd|rd|th|er|º|\.)?`
  const of = String.raw`\s(?:de |del |of |d['’])?`
  const year = String.raw`\d{4}`
  return [
    `${day}${of}${month}(?:,?${of}${year})?`,
    `${month}\\s${day}(?:,?\\s${year})?`,
    `${month}${of}${year}`,
  ]
}

/** Returns the names of the months, the longest first. */
function months(): string[] {
  const names = LANGUAGES.flatMap((language) =>
    [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short' }].flatMap((format) => {
      const written = new Intl.DateTimeFormat(language, {
        ...(format as Intl.DateTimeFormatOptions),
        calendar: 'gregory',
        timeZone: 'UTC',
      })
      return Array.from({ length: 12 }, (_, at) =>
        written
          .formatToParts(Date.UTC(2024, at, 5))
          .find(({ type }) => type === 'month')!
          .value.replace(/\.$/, ''),
      )
    }),
  )
  return [...new Set(names)]
    .filter((name) => /^[\p{L}\p{M} ]{2,}$/u.test(name))
    .toSorted((a, b) => b.length - a.length)
}

const BY =
  /^(?:(?:words |written |posted |published |submitted |created |updated |story |text |report |photos? )?by|von|par|por|di|door|av|af|автор:?|文[:：/／]|作者[:：]|記者|기자)\s*(?<=[\s:：/／])/iu
const PARTICLES =
  '(?:(?:van|von|der|den|de|da|do|dos|di|du|del|della|la|le|el|al|bin|ibn|af|zu|ten|ter|y|e) )*'
const NAME = String.raw`\p{Lu}[\p{L}\p{M}.'’-]*`
const NAMES = new RegExp(
  String.raw`^${NAME}(?: ${PARTICLES}${NAME}){1,3}(?:\s*$|\s*[,|·•–—(/-]| (?:and|und|et|y|e|en|och|og|in|on|at|for) |\s*\d)`,
  'u',
)
/** Scripts without capitals. */
const DENSE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}・ ]{2,12}(?:$|[\d,|·(（])/u

/** Returns a line without the word before the name of an author. */
export function withoutBy(text: string): string {
  return text.replace(BY, '')
}

/** Returns whether a line says who wrote the text: a word for it, and a name of two to four words. */
export function isSigned(text: string): boolean {
  const name = withoutBy(text)
  return name !== text && (NAMES.test(name) || DENSE.test(name))
}

const EARLIEST = Date.UTC(1600, 0, 1)
const MAX_LENGTH = 100

/** ISO 8601 in its usual variants, without or with time and zone. */
const ISO =
  /(?<![\d.])(\d{4})[-/.]\s?(\d{1,2})[-/.]\s?(\d{1,2})\.?(?:(?:T|\s+|\s*[,-]\s*)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\b\.?)?)?/i
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(?=(?:Z|[+-]\d{2}:?\d{2})?$)|$)/i
/** Day and month by number, where the day comes first unless it cannot. */
const NUMBERS =
  /(?<![\d.])(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})(?:\D{1,6}(\d{1,2})[:.h](\d{2})(?::\d{2})?\s*([ap]\.?m\b)?)?/i
/** Chinese, Japanese and Korean. */
const NAMED_PARTS = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/u
/** Day, month by name and year in either order. */
const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s-]+(?:de\s+|of\s+)?([\p{L}\p{M}]{3,15})\.?[,،]?[\s-]+(?:de\s+|del\s+)?(\d{4})/iu
const MONTH_FIRST = /([\p{L}\p{M}]{3,15})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/iu
const YEAR_FIRST = /(?<!\d)(\d{4})\.?\s+([\p{L}\p{M}]{3,15})\.?\s+(\d{1,2})(?!\d)/iu
const CLOCK =
  /(?:(午前|上午|오전)|(午後|下午|오후))?\s*(\d{1,2})(?:[:.h]|\s*[時时点點시]\s*)(\d{2})(?::(\d{2}))?\s*([ap]\.?m\b)?/iu
/** The offset or the name of a zone, after a time. */
const ZONE = /^\.?\s*\(?(?:(?:Z\b|UTC|GMT)?([+-])(\d{2})(?::?(\d{2}))?(?!\d)|([A-Z]{3,4})\b)/i
/** Hours before or after UTC of zones whose names have one meaning in mails (RFC 5322) or in Europe. */
const ZONES: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
}

/**
 * Returns the date in a text as ISO 8601 in UTC with milliseconds; undefined when there is none. A time without a zone, or
 * in an unknown one, is in UTC. `language` is that of names of months, besides English.
 */
export function isoDate(text: string, language?: string): string | undefined {
  const short = text
    .trim()
    .slice(0, MAX_LENGTH)
    .replaceAll(/[٠-٩۰-۹０-９]/g, latinDigit)
  const time = epoch(short) ?? iso(short) ?? parts(short) ?? named(short, language) ?? numbers(short)
  if (time === undefined || Number.isNaN(time)) return undefined
  const latest = Date.now() + 366 * 24 * 3_600_000
  // Programs that know no date write the first moment of 1970.
  const isUnset = time >= 0 && time < 24 * 3_600_000
  return time >= EARLIEST && time <= latest && !isUnset ? new Date(time).toISOString() : undefined
}

/** The last four bits of Arabic, Persian and full-width digits are their values. */
function latinDigit(digit: string): string {
  return String(digit.charCodeAt(0) & 0xf)
}

function epoch(text: string): number | undefined {
  if (/^\d{13}$/.test(text)) return Number(text)
  return /^\d{10}$/.test(text) ? Number(text) * 1000 : undefined
}

function iso(text: string): number | undefined {
  const found = ISO.exec(text) ?? COMPACT.exec(text)
  if (!found) return undefined
  const [year, month, day, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const milliseconds = Math.floor(Number(`0.${found[7] || 0}`) * 1000)
  if (!isDay(year!, month!, day!)) return undefined
  const time = Date.UTC(year!, month! - 1, day, hourOf(hour, found[8]), minute, second, milliseconds)
  return found[4] === undefined ? time : time - zoneAfter(found)
}

function parts(text: string): number | undefined {
  const found = NAMED_PARTS.exec(text)
  if (!found) return undefined
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number]
  if (!isDay(year, month, day)) return undefined
  return Date.UTC(year, month - 1, day) + clockOf(text.slice(found.index + found[0].length))
}

function named(text: string, language = 'en'): number | undefined {
  const [whole, day, name, year] =
    DAY_FIRST.exec(text) ??
    inOrder(MONTH_FIRST.exec(text), [0, 2, 1, 3]) ??
    inOrder(YEAR_FIRST.exec(text), [0, 3, 2, 1]) ??
    []
  if (whole === undefined) return undefined
  const month = monthOf(name!, language)
  if (month === undefined || !isDay(Number(year), month, Number(day))) return undefined
  const rest = text.slice(text.indexOf(whole) + whole.length)
  return Date.UTC(Number(year), month - 1, Number(day)) + clockOf(rest)
}

function inOrder(found: RegExpExecArray | null, order: number[]): (string | undefined)[] | undefined {
  return found ? order.map((at) => found[at]) : undefined
}

function numbers(text: string): number | undefined {
  const found = NUMBERS.exec(text)
  if (!found) return undefined
  const [first, , second, year, hour = 0, minute] = found.slice(1, 7).map((part) => Number(part ?? 0))
  const separator = found[2]
  // With slashes both orders are usual, so only a number above 12 tells which one is the day.
  if (separator === '/' && first! <= 12 && second! <= 12 && first !== second) return undefined
  const [day, month] = second! > 12 ? [second!, first!] : [first!, second!]
  if (!isDay(year!, month, day)) return undefined
  const time = Date.UTC(year!, month - 1, day, hourOf(hour, found[7]), minute)
  return found[5] === undefined ? time : time - zoneAfter(found)
}

/** Returns the hour of the day; `half` is `am` or `pm` where the text has one. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
}

/** Returns the milliseconds since midnight in UTC. */
function clockOf(text: string): number {
  const found = CLOCK.exec(text)
  if (!found) return 0
  const [, morning, afternoon, hours, minutes, seconds = 0, half] = found
  const hour = hourOf(Number(hours) % 24, half ?? (afternoon ? 'pm' : morning && 'am'))
  return ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 - zoneAfter(found)
}

/** Returns the milliseconds that the zone after a time is before UTC; 0 for an unknown one. */
function zoneAfter({ 0: time, index, input }: RegExpExecArray): number {
  const [, sign, hours, minutes = 0, name = ''] = ZONE.exec(input.slice(index + time.length)) ?? []
  if (sign === undefined) return (ZONES[name] ?? 0) * 3_600_000
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Returns the month with this name, which may be shortened to three letters. */
function monthOf(name: string, language: string): number | undefined {
  const wanted = plain(name)
  for (const each of new Set([language, 'en'])) {
    const months = monthNames(each)
    // Months that the language numbers all have the same name, such as "tháng", or none.
    const isName = new Set(months).size === months.length
    const index = isName
      ? months.findIndex((month) => month.startsWith(wanted) || wanted.startsWith(month))
      : -1
    if (index >= 0) return index + 1
  }
  return undefined
}

function monthNames(language: string): string[] {
  try {
    const format = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(new Date(Date.UTC(2000, month, 1)))
      return plain(parts.find(({ type }) => type === 'month')?.value ?? String(month))
    })
  } catch {
    return []
  }
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\P{L}/gu, '').toLowerCase()
}

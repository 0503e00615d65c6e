import type { Settings } from '../settings.ts'

/** What stands around a text, as far as it decides what must be escaped in it. */
export interface Surroundings {
  isLineStart: boolean
  /** The first character of what follows in the line; empty at its end. */
  next: string
  /** True for texts of links and pictures. */
  isInBrackets: boolean
  isInCell: boolean
  /** True when the line has code or markup of ours, which a backtick in the text could open or close. */
  hasCode: boolean
}

const CANDIDATES = /[!-/:-@[-`{-~\n]/g
const NUMBERS = /^[0-9]*$/
const PUNCTUATION = /[!-/:-@[-`{-~]/
const MISC = new Set('\\&<>[]#~=+-|`')
const DJOT = new Set('{}^~`')
/** What could give the line that it begins another meaning. */
const STRUCTURE = /^(?:[-+*=>#|:~`_[]|\d{1,9}[.)])/

/**
 * Escapes a text. Whatever the settings, the text can neither become markup or a link, nor end code that is written around it.
 */
export function escapeText(text: string, around: Surroundings, settings: Settings): string {
  let out = ''
  let { isLineStart } = around
  let from = 0
  CANDIDATES.lastIndex = 0
  // A test makes no objects, as matching would for each of many short texts.
  while (CANDIDATES.test(text)) {
    const index = CANDIDATES.lastIndex - 1
    const char = text[index]!
    const between = text.slice(from, index)
    out += between
    from = index + 1
    if (char === '\n') {
      const isStructure = STRUCTURE.test(text.slice(from, from + 11))
      out += isStructure ? ' ' : '\n'
      isLineStart = !isStructure
      continue
    }
    // Numbers stay at the start of their line, so that the mark after them is seen.
    isLineStart &&= NUMBERS.test(between)
    const at = { text, index, char, isLineStart }
    out += isEscaped(at, around, settings) ? `\\${char}` : char
    isLineStart = false
  }
  return from === 0 ? text : out + text.slice(from)
}

interface Place {
  text: string
  index: number
  char: string
  isLineStart: boolean
}

function isEscaped(place: Place, around: Surroundings, settings: Settings): boolean {
  if (isAlwaysEscaped(place, around, settings.language)) return true
  const { char } = place
  if (settings.language === 'Plain') return false
  if (settings.escapeAscii) return true
  if (char === '*') return settings.escapeAsterisks
  if (char === '_') return settings.escapeUnderscores
  return settings.escapeMisc && (MISC.has(char) || isListNumber(place))
}

function isAlwaysEscaped(
  { text, index, char, isLineStart }: Place,
  { next, isInBrackets, isInCell, hasCode }: Surroundings,
  language: Settings['language'],
): boolean {
  const following = text[index + 1] ?? next
  switch (char) {
    case '<':
      return /[a-z/!?]/i.test(following)
    case ']':
      return isInBrackets || /[([:]/.test(following)
    case '[':
      return isInBrackets || (following === '^' && language !== 'Plain')
    case '\\':
      // A backslash at the end of a line would break it, and so would one where a long line is wrapped.
      return index + 1 === text.length || PUNCTUATION.test(following) || /\s/.test(following)
    case '!':
      return index + 1 === text.length && next === '['
    case '|':
      return isInCell
    case '`':
    case '~':
      if (isLineStart && text.startsWith(char.repeat(3), index)) return true
      return language === 'Djot' || (char === '`' && hasCode)
    default:
      return language === 'Djot' && DJOT.has(char)
  }
}

function isListNumber({ text, index, char }: Place): boolean {
  if (char !== '.' && char !== ')') return false
  return /\d/.test(text[index - 1] ?? '') && /^(?:\s|$)/.test(text.slice(index + 1, index + 2))
}

/** Writes where a link or picture leads, with its title. */
export function writeTarget(
  { address, title }: { address: string; title?: string },
  isInCell: boolean,
  language: Settings['language'],
): string {
  const [written, name] = [writeAddress(address, isInCell), writeTitle(title, language)]
  return language === 'Djot' ? `(${written})${name}` : `(${written}${name})`
}

/** Writes an address so that it ends where it should. */
function writeAddress(address: string, isInCell: boolean): string {
  const encoded = address
    .replaceAll(/[\s<>`\\\p{Cc}]/gu, encodeURIComponent)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
  const written = isBalanced(encoded) ? encoded : encoded.replaceAll(/[()]/g, String.raw`\$&`)
  return isInCell ? written.replaceAll('|', '%7C') : written
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const char of text) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth < 0 || depth > 30) return false
  }
  return depth === 0
}

function writeTitle(title: string | undefined, language: Settings['language']): string {
  const text = (title ?? '').replaceAll(/\s+/g, ' ').trim()
  if (text === '') return ''
  if (language !== 'Djot') return ` "${text.replaceAll(/["\\`<[\]|&]/g, String.raw`\$&`)}"`
  // Djot has no titles but attributes, where `<` cannot be escaped.
  const escaped = text.replaceAll(/["\\`[\]|&]/g, String.raw`\$&`).replaceAll(/<(?=[a-z/!?])/gi, '< ')
  return `{title="${escaped}"}`
}

/** Writes code with more backticks around it than there are in it. */
export function writeCodeSpan(text: string, isInCell: boolean): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest === 1 ? 2 : longest > 1 ? longest + 1 : 1)
  const needsSpace = /^`|`$|^ (?= *[^ ]).* $/.test(text)
  const content = isInCell ? text.replaceAll('|', String.raw`\|`) : text
  return needsSpace ? `${fence} ${content} ${fence}` : `${fence}${content}${fence}`
}

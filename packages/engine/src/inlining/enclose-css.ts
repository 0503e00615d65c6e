import { setImmediate as nextTurn } from 'node:timers/promises'
import { tokenizer, TokenType } from '@csstools/css-tokenizer'
import { TOKENS_IN_A_TURN } from './find-places.ts'

/**
 * Changes a style sheet so that it contains nothing that could be read as markup, wherever its element ends up, and means
 * the same: `<` before a letter, `/`, `!` or `?` becomes an escape in names and strings and gets a blank behind it elsewhere. A
 * `<!--` between rules, which means nothing there, is left out. Returns the text in pieces; the signal ends the work.
 */
export async function* encloseCss(css: string, signal?: AbortSignal): AsyncGenerator<string, void> {
  if (!MARKUP.test(css)) return yield css
  const tokens = tokenizer({ css })
  let texts: string[] = []
  let isOpen = false
  let isBetweenRules = true
  let depth = 0
  while (!tokens.endOfFile()) {
    const [type, text] = tokens.nextToken()
    const enclosed = type === TokenType.CDO && isBetweenRules ? ' ' : withoutMarkup(text, type)
    depth += DEPTHS.get(type) ?? 0
    if (!BLANKS.has(type)) isBetweenRules = depth === 0 && ENDS.has(type)
    texts.push(isOpen && NAME_START.test(enclosed) ? ` ${enclosed}` : enclosed)
    isOpen = enclosed.endsWith('<')
    if (texts.length < TOKENS_IN_A_TURN) continue
    yield texts.join('')
    texts = []
    await nextTurn(undefined, { signal })
  }
  yield texts.join('')
}

/** Returns the text of a token without markup. An escaped `<` gets another escape. */
function withoutMarkup(text: string, type: TokenType): string {
  return text.replaceAll(ESCAPE_OR_MARKUP, (found) => {
    if (found === '\\<' || (found === '<' && ESCAPED.has(type))) return '\\3c '
    return found === '<' ? '< ' : found
  })
}

const MARKUP = /<(?=[a-z/!?])/i
const ESCAPE_OR_MARKUP = /\\[^]|<(?=[a-z/!?])/gi
const NAME_START = /^[a-z/!?]/i
const ESCAPED = new Set<TokenType>([TokenType.String, TokenType.URL])
const BLANKS = new Set<TokenType>([TokenType.Whitespace, TokenType.Comment])
/** The tokens that end a rule, and those that count as a blank between rules. */
const ENDS = new Set<TokenType>([TokenType.CloseCurly, TokenType.Semicolon, TokenType.CDO, TokenType.CDC])
const DEPTHS = new Map<TokenType, number>([
  [TokenType.OpenCurly, 1],
  [TokenType.CloseCurly, -1],
])

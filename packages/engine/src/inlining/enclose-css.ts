import { setImmediate as nextTurn } from 'node:timers/promises'
import { tokenizer, TokenType } from '@csstools/css-tokenizer'
import { TOKENS_IN_A_TURN } from './find-places.ts'

/**
 * Changes a style sheet so that it contains nothing that could be read as markup, wherever its element ends up, and means
 * the same: `<` before a letter, `/`, `!` or `?` becomes an escape in strings and gets a blank behind it elsewhere. Returns
 * the text in pieces; the signal ends the work.
 */
export async function* encloseCss(css: string, signal?: AbortSignal): AsyncGenerator<string, void> {
  if (!MARKUP.test(css)) return yield css
  const tokens = tokenizer({ css })
  let texts: string[] = []
  let isOpen = false
  while (!tokens.endOfFile()) {
    const [type, text] = tokens.nextToken()
    const enclosed = text.replaceAll(MARKUPS, ESCAPED.has(type) ? '\\3c ' : '< ')
    texts.push(isOpen && NAME_START.test(enclosed) ? ` ${enclosed}` : enclosed)
    isOpen = enclosed.endsWith('<')
    if (texts.length < TOKENS_IN_A_TURN) continue
    yield texts.join('')
    texts = []
    await nextTurn(undefined, { signal })
  }
  yield texts.join('')
}

const MARKUP = /<(?=[a-z/!?])/i
const MARKUPS = /<(?=[a-z/!?])/gi
const NAME_START = /^[a-z/!?]/i
const ESCAPED = new Set<TokenType>([TokenType.String, TokenType.URL])

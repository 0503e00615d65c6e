import { setImmediate as nextTurn } from 'node:timers/promises'
import { tokenizer, TokenType, type CSSToken } from '@csstools/css-tokenizer'

/** An address in a style sheet. */
export interface CssAddress {
  /** As it is written, without escapes; it may be relative. */
  address: string
  /** True for the style sheet that an `@import` names. */
  isSheet: boolean
  /** True in the value of a custom property: it is relative to the style sheet that uses the property. */
  isCustom: boolean
}

/** Functions whose strings are addresses. */
const ADDRESS_FUNCTIONS = new Set(['url', 'src', 'image-set', '-webkit-image-set'])

/**
 * Replaces the addresses in a style sheet and leaves all other text as it is. An address stays when `replace` returns
 * undefined for it; `data:` addresses and fragments of the document always stay.
 */
export async function rewriteCss(
  css: string,
  replace: (found: CssAddress) => Promise<string | undefined>,
): Promise<string> {
  const found: Found[] = []
  for await (const each of findAddresses(css)) if (!/^\s*(#|data:|$)/i.test(each.address)) found.push(each)
  const addresses = await Promise.all(
    found.map(({ address, isSheet, isCustom }) => replace({ address, isSheet, isCustom })),
  )
  let text = ''
  let written = 0
  for (const [index, { token, start, end }] of found.entries()) {
    const address = addresses[index]
    if (address === undefined) continue
    text +=
      css.slice(written, start) + (token === TokenType.URL ? `url(${quoted(address)})` : quoted(address))
    written = end
  }
  return text + css.slice(written)
}

/** An address with its place in the style sheet. */
interface Found extends CssAddress {
  token: TokenType
  start: number
  end: number
}

/** Tokens of a long style sheet are read in turns, so that other work of this process continues. */
const TOKENS_IN_A_TURN = 20_000

/** Writes a string of CSS that may also stand in a `<style>` element. */
function quoted(text: string): string {
  const escape = (character: string): string => `\\${character.codePointAt(0)!.toString(16)} `
  return `"${text.replaceAll(/["\\<\n\r\f]/g, escape)}"`
}

async function* findAddresses(css: string): AsyncGenerator<Found, void> {
  /** The functions and brackets around a token. */
  const around: string[] = []
  /** The at-rule that has just begun. */
  let rule = ''
  /** The name that a colon would make a property. */
  let name = ''
  let isCustom = false
  const tokens = tokenizer({ css })
  for (let count = 1; !tokens.endOfFile(); count += 1) {
    if (count % TOKENS_IN_A_TURN === 0) await nextTurn()
    const token: CSSToken = tokens.nextToken()
    const place = { isSheet: rule === 'import', isCustom }
    switch (token[0]) {
      case TokenType.Whitespace:
      case TokenType.Comment:
        continue
      case TokenType.Ident:
        name = token[4].value
        break
      case TokenType.Colon:
        isCustom ||= name.startsWith('--')
        break
      case TokenType.Semicolon:
      case TokenType.OpenCurly:
      case TokenType.CloseCurly:
        isCustom = false
        break
      case TokenType.AtKeyword:
        rule = token[4].value.toLowerCase()
        continue
      case TokenType.Function:
        around.push(token[4].value.toLowerCase())
        continue
      case TokenType.OpenParen:
        around.push('')
        continue
      case TokenType.CloseParen:
        around.pop()
        break
      case TokenType.URL:
        if (rule !== 'namespace') yield { ...foundAt(token, token[4].value), ...place }
        break
      case TokenType.String:
        if (
          (place.isSheet && around.length === 0) ||
          (rule !== 'namespace' && ADDRESS_FUNCTIONS.has(around.at(-1)!))
        )
          yield { ...foundAt(token, token[4].value), ...place }
        break
    }
    if (token[0] !== TokenType.Ident) name = ''
    // The prefix of a namespace comes before its address.
    if (rule !== 'namespace' || token[0] === TokenType.Semicolon) rule = ''
  }
}

function foundAt([token, , start, last]: CSSToken, address: string) {
  return { token, start, end: last + 1, address }
}

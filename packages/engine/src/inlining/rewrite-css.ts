import { tokenize, TokenType, type CSSToken } from '@csstools/css-tokenizer'

/** An address in a style sheet. */
export interface CssAddress {
  /** As it is written, without escapes; it may be relative. */
  address: string
  /** True for the style sheet that an `@import` names. */
  isSheet: boolean
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
  const tokens = tokenize({ css })
  const texts = tokens.map(([, text]) => text)
  const replacing = [...findAddresses(tokens)].map(async ({ at, ...found }) => {
    if (/^\s*(#|data:|$)/i.test(found.address)) return
    const address = await replace(found)
    if (address === undefined) return
    texts[at] = tokens[at]![0] === TokenType.URL ? `url(${quoted(address)})` : quoted(address)
  })
  await Promise.all(replacing)
  return texts.join('')
}

/** Writes a string of CSS that may also stand in a `<style>` element. */
function quoted(text: string): string {
  const escape = (character: string): string => `\\${character.codePointAt(0)!.toString(16)} `
  return `"${text.replaceAll(/["\\<\n\r\f]/g, escape)}"`
}

function* findAddresses(tokens: readonly CSSToken[]): Generator<CssAddress & { at: number }> {
  /** The functions and brackets around a token. */
  const around: string[] = []
  /** The at-rule that has just begun. */
  let rule = ''
  for (const [at, token] of tokens.entries()) {
    const isSheet = rule === 'import'
    switch (token[0]) {
      case TokenType.Whitespace:
      case TokenType.Comment:
        continue
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
        if (rule !== 'namespace') yield { at, address: token[4].value, isSheet }
        break
      case TokenType.String:
        if (
          (isSheet && around.length === 0) ||
          (rule !== 'namespace' && ADDRESS_FUNCTIONS.has(around.at(-1)!))
        )
          yield { at, address: token[4].value, isSheet }
        break
    }
    // The prefix of a namespace comes before its address.
    if (rule !== 'namespace' || token[0] === TokenType.Semicolon) rule = ''
  }
}

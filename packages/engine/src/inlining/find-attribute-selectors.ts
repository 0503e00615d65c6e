import { TokenType, type CSSToken } from '@csstools/css-tokenizer'
import type { Replaced } from './find-pseudo-classes.ts'

/**
 * Returns the selector that replaces one which compares an attribute with a value, such as `[src$=".svg" i]`: `comparison` is
 * what it has after the name. Returns undefined to leave it.
 */
export type ReplaceAttribute = (name: string, comparison: string) => string | undefined

const BLANKS = new Set<string>([TokenType.Whitespace, TokenType.Comment])
const IN_COMPARISON = new Set<string>([TokenType.Delim, TokenType.String, TokenType.Ident])

/** Takes the tokens of a style sheet one after another. Returns what replaces a selector of an attribute that ends with a token. */
export function findAttributeSelectors(replace: ReplaceAttribute): (token: CSSToken) => Replaced | undefined {
  let isOpen = false
  let start = 0
  let name = ''
  let comparison = ''
  return (token) => {
    const [type, text, first, last] = token
    if (type === TokenType.OpenSquare) {
      isOpen = true
      start = first
      name = ''
      comparison = ''
    } else if (!isOpen) return undefined
    else if (BLANKS.has(type)) comparison &&= `${comparison} `
    else if (type === TokenType.CloseSquare) {
      isOpen = false
      const replacement = comparison.includes('=') ? replace(name.toLowerCase(), comparison) : undefined
      return replacement === undefined ? undefined : { start, end: last + 1, text: replacement }
    } else if (type === TokenType.Ident && name === '') name = token[4].value
    else if (IN_COMPARISON.has(type) && name !== '') comparison += text
    else isOpen = false
    return undefined
  }
}

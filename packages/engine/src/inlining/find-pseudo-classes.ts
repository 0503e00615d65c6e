import { TokenType, type CSSToken } from '@csstools/css-tokenizer'

/** Returns the selector that replaces a pseudo-class, such as `:target` or `:state(open)`; undefined to leave it. */
export type ReplacePseudoClass = (name: string, argument: string | undefined) => string | undefined

/** A part of a style sheet and the text that replaces it. */
export interface Replaced {
  start: number
  end: number
  text: string
}

/** The tokens that end a compound selector. */
const ENDS = new Set<string>([
  TokenType.Whitespace,
  TokenType.Comma,
  TokenType.Delim,
  TokenType.OpenCurly,
  TokenType.CloseCurly,
  TokenType.Semicolon,
])

/**
 * Takes the tokens of a style sheet one after another. Returns what replaces a pseudo-class that ends with a token. Only its
 * surroundings tell whether it is one: `animation:modal` looks the same. One after a pseudo-element, such as `::part(a):modal`,
 * stays: no selector of an attribute may be there.
 */
export function findPseudoClasses(replace: ReplacePseudoClass): (token: CSSToken) => Replaced | undefined {
  /** The part of `:name(argument)` that the last tokens are. */
  let seen: 'nothing' | 'colon' | 'name' | 'argument' = 'nothing'
  let start = 0
  let name = ''
  let argument = ''
  /** Set from a pseudo-element to the end of its compound selector, or to the selector in its brackets. */
  let isAfterElement = false
  return (token) => {
    const before = seen
    if (before === 'colon' && token[0] === TokenType.Colon) isAfterElement = true
    else if (ENDS.has(token[0])) isAfterElement = false
    if (token[0] === TokenType.Comment || (token[0] === TokenType.Whitespace && before !== 'colon'))
      return undefined
    seen = 'nothing'
    if (token[0] === TokenType.Colon) {
      seen = 'colon'
      start = token[2]
    } else if (token[0] === TokenType.Function && before === 'colon') {
      seen = 'name'
      name = token[4].value
      if (name.toLowerCase() !== 'part') isAfterElement = false
    } else if (token[0] === TokenType.Ident && before === 'name') {
      seen = 'argument'
      argument = token[4].value
    } else if (token[0] === TokenType.Ident && before === 'colon') {
      return replaced(token, token[4].value, undefined)
    } else if (token[0] === TokenType.CloseParen && before === 'argument') {
      return replaced(token, name, argument)
    }
    return undefined
  }

  function replaced(
    [, , , last]: CSSToken,
    of: string,
    inBrackets: string | undefined,
  ): Replaced | undefined {
    const text = isAfterElement ? undefined : replace(of.toLowerCase(), inBrackets)
    return text === undefined ? undefined : { start, end: last + 1, text }
  }
}

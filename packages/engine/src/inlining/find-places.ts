import { setImmediate as nextTurn } from 'node:timers/promises'
import { tokenizer, TokenType, type CSSToken } from '@csstools/css-tokenizer'
import { findAttributeSelectors, type ReplaceAttribute } from './find-attribute-selectors.ts'
import { findPseudoClasses, type Replaced, type ReplacePseudoClass } from './find-pseudo-classes.ts'

/** An address in a style sheet. */
export interface CssAddress {
  /** As it is written, without escapes; it may be relative. */
  address: string
  /** True for the style sheet that an `@import` names. */
  isSheet: boolean
  /** The custom property whose value it is in: it is relative to the style sheet that uses the property. */
  property: string | undefined
}

/** An address with its place in the style sheet. */
interface Found extends CssAddress {
  token: TokenType
  start: number
  end: number
}

export type Place = Found | Replaced

/** Functions that return other texts for parts of selectors; without them all parts stay. */
export interface SelectorChanges {
  replacePseudoClass?: ReplacePseudoClass
  replaceAttribute?: ReplaceAttribute
}

/** A long style sheet is rewritten in turns, so that other work of this process continues. */
export const TOKENS_IN_A_TURN = 20_000
const PLACES_IN_A_TURN = 1000
/** Parts of one selector to replace. */
const MAX_REPLACED = 1000

/** Functions whose strings are addresses. */
const ADDRESS_FUNCTIONS = new Set(['url', 'src', 'image-set', '-webkit-image-set'])

/** Returns the places to change in their order, some at a time; the signal ends the work. */
export async function* findPlaces(
  css: string,
  { replacePseudoClass = leave, replaceAttribute = leave }: SelectorChanges,
  signal?: AbortSignal,
): AsyncGenerator<Place[], void> {
  const findPseudoClass = findPseudoClasses(replacePseudoClass)
  const findAttribute = findAttributeSelectors(replaceAttribute)
  let places: Place[] = []
  /** The replaced parts of what is a selector if a `{` follows. */
  let selector: Replaced[] = []
  /** The functions and brackets around a token. */
  const around: string[] = []
  /** The at-rule that has just begun. */
  let rule = ''
  /** The at-rule that goes on until a `{` or `;`. */
  let prelude = ''
  /** The name that a colon would make a property. */
  let name = ''
  let property: string | undefined
  const tokens = tokenizer({ css })
  for (let count = 1; !tokens.endOfFile(); count += 1) {
    if (count % TOKENS_IN_A_TURN === 0) await nextTurn(undefined, { signal })
    if (places.length >= PLACES_IN_A_TURN) {
      yield places
      places = []
    }
    const token: CSSToken = tokens.nextToken()
    for (const replaced of [findPseudoClass(token), findAttribute(token)])
      if (replaced && selector.length < MAX_REPLACED) selector.push(replaced)
    switch (token[0]) {
      case TokenType.Whitespace:
      case TokenType.Comment:
        continue
      case TokenType.Ident:
        name = token[4].value
        break
      case TokenType.Colon:
        if (name.startsWith('--')) property ??= name
        break
      case TokenType.Semicolon:
      case TokenType.OpenCurly:
      case TokenType.CloseCurly:
        // Conditions of at-rules may name what looks like a state. The browser knows the states in their selectors itself.
        if (token[0] === TokenType.OpenCurly && (prelude === '' || prelude === 'scope'))
          places.push(...selector)
        property = undefined
        prelude = ''
        selector = []
        break
      case TokenType.AtKeyword:
        rule = token[4].value.toLowerCase()
        prelude = rule
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
        if (rule !== 'namespace') add(token, token[4].value)
        break
      case TokenType.String:
        if (
          (rule === 'import' && around.length === 0) ||
          (rule !== 'namespace' && ADDRESS_FUNCTIONS.has(around.at(-1)!))
        )
          add(token, token[4].value)
        break
    }
    if (token[0] !== TokenType.Ident) name = ''
    // The prefix of a namespace comes before its address.
    if (rule !== 'namespace' || token[0] === TokenType.Semicolon) rule = ''
  }
  yield places

  function add([token, , start, last]: CSSToken, address: string): void {
    if (/^\s*(#|data:|$)/i.test(address)) return
    places.push({ token, start, end: last + 1, address, isSheet: rule === 'import', property })
    // It is in no selector, so that the places stay in their order.
    selector = []
  }
}

function leave(): undefined {
  return undefined
}

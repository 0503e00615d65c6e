import { tokenize, TokenType } from '@csstools/css-tokenizer'

/**
 * Changes a style sheet so that it contains nothing that could be read as markup, wherever its element ends up, and means
 * the same: `<` before a letter, `/`, `!` or `?` becomes an escape in strings and gets a blank behind it elsewhere.
 */
export function encloseCss(css: string): string {
  if (!MARKUP.test(css)) return css
  return tokenize({ css })
    .map(([type, text]) => text.replaceAll(MARKUPS, ESCAPED.has(type) ? '\\3c ' : '< '))
    .join('')
    .replaceAll(MARKUPS, '< ')
}

const MARKUP = /<(?=[a-z/!?])/i
const MARKUPS = /<(?=[a-z/!?])/gi
const ESCAPED = new Set<TokenType>([TokenType.String, TokenType.URL])

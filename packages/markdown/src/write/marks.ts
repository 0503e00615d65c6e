import type { Style } from '../document/document.ts'
import type { Settings } from '../settings.ts'

/** Styles whose marks mean something only between certain characters. */
export type EmphasisStyle = 'emphasis' | 'strong' | 'deletion'

type Marks = readonly [open: string, close: string]

const NONE: Marks = ['', '']

const DJOT: Record<Style, Marks> = {
  emphasis: ['_', '_'],
  strong: ['*', '*'],
  deletion: ['{-', '-}'],
  insertion: ['{+', '+}'],
  mark: ['{=', '=}'],
  sub: ['~', '~'],
  sup: ['^', '^'],
}

/** Returns the marks of a style, or the kind of emphasis that it is written as. */
export function marksOf(style: Style, settings: Settings): Marks | EmphasisStyle {
  if (settings.language === 'Plain') return NONE
  if (settings.language === 'Djot') return DJOT[style]
  switch (style) {
    case 'emphasis':
    case 'strong':
    case 'deletion':
      return style
    case 'insertion':
      return NONE
    case 'sub':
      return around(settings.sub)
    case 'sup':
      return around(settings.sup)
    case 'mark':
      return highlight(settings)
    default:
      return style satisfies never
  }
}

function around(symbol: string): Marks {
  const tag = /^<([a-z][a-z0-9-]*)[^>]*>$/i.exec(symbol)?.[1]
  return [symbol, tag === undefined ? symbol : `</${tag}>`]
}

function highlight({ highlight }: Settings): Marks | 'strong' {
  if (highlight === 'Bold') return 'strong'
  if (highlight === 'Html') return ['<mark>', '</mark>']
  return highlight === 'DoubleEqual' ? ['==', '=='] : NONE
}

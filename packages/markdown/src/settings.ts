/** How a page is converted; the names follow the options `md_*`. */
export interface Settings {
  language: 'Markdown' | 'Djot' | 'Plain'
  heading: 'Atx' | 'AtxClosed' | 'Underlined'
  listIndent: 'Spaces' | 'Tabs'
  listWidth: number
  /** Bullets by depth, repeating. */
  bullets: string
  emphasis: '*' | '_'
  escapeAsterisks: boolean
  escapeUnderscores: boolean
  escapeMisc: boolean
  escapeAscii: boolean
  codeBlocks: 'Backticks' | 'Indented' | 'Tildes'
  codeLanguage: string
  autolinks: boolean
  defaultTitle: boolean
  breaksInTables: boolean
  highlight: 'Bold' | 'DoubleEqual' | 'Html' | 'None'
  frontMatter: boolean
  keepsSpaces: boolean
  stripNewlines: boolean
  /** Columns; Infinity for no limit. */
  wrapWidth: number
  isInline: boolean
  sub: string
  sup: string
  lineBreak: 'Backslash' | 'Spaces'
  keepImagesIn: readonly string[]
  /** Undefined when nothing is removed. */
  cleanUp?: { preset: 'Minimal' | 'Standard' | 'Aggressive'; navigation: boolean; forms: boolean }
  stripTags: readonly string[]
  preserveTags: readonly string[]
  skipImages: boolean
}

export const DEFAULTS: Settings = {
  language: 'Markdown',
  heading: 'Atx',
  listIndent: 'Spaces',
  listWidth: 2,
  bullets: '-',
  emphasis: '*',
  escapeAsterisks: false,
  escapeUnderscores: false,
  escapeMisc: false,
  escapeAscii: false,
  codeBlocks: 'Backticks',
  codeLanguage: '',
  autolinks: true,
  defaultTitle: false,
  breaksInTables: false,
  highlight: 'DoubleEqual',
  frontMatter: true,
  keepsSpaces: false,
  stripNewlines: false,
  wrapWidth: Infinity,
  isInline: false,
  sub: '',
  sup: '',
  lineBreak: 'Spaces',
  keepImagesIn: [],
  stripTags: [],
  preserveTags: [],
  skipImages: false,
}

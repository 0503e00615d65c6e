export { convert, type Conversion } from './convert.ts'
export type { ElementStart, PageContent, PageHead, Token } from './page/page-tree.ts'
export { DEFAULTS, type Settings } from './settings.ts'

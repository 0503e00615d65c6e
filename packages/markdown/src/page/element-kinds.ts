import type { PageElement } from './page-tree.ts'

const BLOCKS = new Set(
  `address article aside blockquote body center details dialog dd dir div dl dt fieldset figcaption figure footer form frame frameset
  h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li main math-block menu nav ol optgroup option p pre search section
  summary table tbody td tfoot th thead tr ul xmp listing plaintext caption video audio textarea`.split(
    /\s+/,
  ),
)

/** Blocks that stay blocks however they are displayed, because they mean more than their place. */
const LASTING = new Set(
  `blockquote details dd dl dt h1 h2 h3 h4 h5 h6 hr li ol ul menu p pre table tbody td tfoot th thead tr figure figcaption
  option optgroup`.split(/\s+/),
)

/** Returns whether an element stands on lines of its own. */
export function isBlock({ name, looks }: Pick<PageElement, 'name' | 'looks'>): boolean {
  if (LASTING.has(name) || looks.includes('w')) return true
  if (looks.includes('b')) return name !== 'img' && name !== 'code' && name !== 'br'
  if (looks.includes('i')) return false
  return BLOCKS.has(name)
}

/** Returns whether an element is a heading by its name. */
export function isHeading({ name }: Pick<PageElement, 'name'>): boolean {
  return /^h[1-6]$/.test(name)
}

/** Makes the pattern of a class name, for `hasClass`. */
export function classNamed(pattern: string, flags = ''): RegExp {
  return new RegExp(String.raw`(?<!\S)(?:${pattern})(?!\S)`, flags)
}

/** Returns whether a class name of an element matches a pattern of `classNamed`. */
export function hasClass({ attributes }: PageElement, pattern: RegExp): boolean {
  return attributes.class !== undefined && pattern.test(attributes.class)
}

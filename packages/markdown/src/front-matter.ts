import type { PageHead } from './page/page-tree.ts'

const MAX_ENTRIES = 200
const MAX_LENGTH = 10_000

/** Writes what the head of a page says as YAML; empty when it says nothing. */
export function writeFrontMatter({ title, base, canonical, meta }: PageHead): string {
  const entries = new Map<string, string>()
  const add = (name: string, value: string | undefined): void => {
    const text = value?.replaceAll(/\s+/g, ' ').trim() ?? ''
    if (text !== '' && !entries.has(name)) entries.set(name, text.slice(0, MAX_LENGTH))
  }
  add('base', base)
  add('canonical', canonical)
  add('title', title)
  for (const [name, content] of meta.slice(0, MAX_ENTRIES)) add(`meta-${name.trim().toLowerCase()}`, content)
  if (entries.size === 0) return ''
  const lines = [...entries]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${keyOf(name)}: ${quoted(value)}`)
  return ['---', ...lines, '---', ''].join('\n')
}

function keyOf(name: string): string {
  return /^[a-z][\w.:-]*[\w]$/i.test(name) ? name : quoted(name)
}

/**
 * A JSON text is a double-quoted scalar of YAML, once characters that YAML cannot have are escaped; likewise what would be
 * markup or a link for a reader of Markdown that does not know front matter.
 */
function quoted(value: string): string {
  return JSON.stringify(value.toWellFormed()).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|<(?=[a-z/!?])|\](?=[([:])|`/gi,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

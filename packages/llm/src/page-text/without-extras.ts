import { FENCE } from './blocks.ts'

/** A page can begin with a rule too; front matter begins with a key. */
const FRONT_MATTER = /^---\n(?=["'\w][^\n]*:)(?:.*\n)*?---(?:\n|$)/
// None of these can begin inside of itself, so that hostile text takes no longer than other text.
const CODE = /(?<code>`[^`\n]*`)/
const IMAGE = new RegExp(`${CODE.source}|!\\[[^[\\]\\n]*\\]\\([^()\\n]*\\)`, 'g')
const LINK = new RegExp(`${CODE.source}|\\[(?<text>[^[\\]\\n]*)\\]\\((?<address>[^()\\n]*)\\)`, 'g')

export function withoutFrontMatter(markdown: string): string {
  return markdown.replace(FRONT_MATTER, '')
}

/** Returns a function that removes images from the blocks of a page, and the addresses of links that it has seen before. Code stays. */
export function startWithoutExtras(): (block: string) => string {
  const addresses = new Set<string>()
  return (block) => {
    if (FENCE.test(block)) return block
    return block
      .replaceAll(IMAGE, '$<code>')
      .replaceAll(LINK, (found: string, code: string | undefined, text: string, address: string) => {
        if (code !== undefined) return code
        if (text.trim() === '') return ''
        if (addresses.has(address)) return text
        addresses.add(address)
        return found
      })
  }
}

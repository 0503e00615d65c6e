const FRONT_MATTER = /^---\n(?:.*\n)*?---(?:\n|$)/
// Neither can begin inside of itself, so that hostile text takes no longer than other text.
const IMAGE = /!\[[^[\]\n]*\]\([^()\n]*\)/g
const LINK = /\[(?<text>[^[\]\n]*)\]\((?<address>[^()\n]*)\)/g

/** Removes what says nothing about a page: front matter, images, and the addresses of links that it has more than once. */
export function withoutExtras(markdown: string): string {
  const addresses = new Set<string>()
  return markdown
    .replace(FRONT_MATTER, '')
    .replaceAll(IMAGE, '')
    .replaceAll(LINK, (link: string, text: string, address: string) => {
      if (text.trim() === '') return ''
      if (addresses.has(address)) return text
      addresses.add(address)
      return link
    })
}

import { convert } from './convert.ts'
import { contentOfHtml } from '@render/testkit'
import { DEFAULTS, type Settings } from './settings.ts'

const BASE = 'https://site.test/dir/page'

/** Converts markup without front matter. */
export function markdownOf(html: string, changes: Partial<Settings> = {}): string {
  const settings = { ...DEFAULTS, frontMatter: false, ...changes }
  return convert({ ...contentOfHtml(html, BASE), address: BASE }, settings, 10 * 1024 ** 2).text.trimEnd()
}

import { attribute, first, rawText, rootOf, titleElementOf } from '../dom.ts'
import { authorOf } from '../legacy/author.ts'
import { descriptionOf } from '../legacy/description.ts'
import type { Page } from '../page.ts'
import { cleanText } from '../values/text.ts'

/** What the head of the page says. */
export interface DocumentMetadata {
  title?: string
  description?: string
  keywords: string[]
  author?: string
  canonicalUrl?: string
  baseHref?: string
  language?: string
  textDirection?: 'ltr' | 'rtl' | 'auto'
  openGraph: Record<string, string>
  twitterCard: Record<string, string>
  metaTags: Record<string, string>
}

const MAX_KEYWORDS = 200

export function documentMetadata(page: Page): DocumentMetadata {
  const { document, tags, canonical } = page
  const root = rootOf(document)
  const title = titleElementOf(document)
  const base = first(document, 'base[href]')
  const direction = attribute(root, 'dir')?.toLowerCase()
  return {
    title: title && cleanText(rawText(title)),
    description: tags.all('description')[0] ?? descriptionOf(page),
    keywords: tags
      .all('keywords')
      .flatMap((list) => list.split(','))
      .flatMap((word) => cleanText(word) ?? [])
      .slice(0, MAX_KEYWORDS),
    author: tags.all('author')[0] ?? authorOf(page),
    canonicalUrl: canonical,
    baseHref: base && attribute(base, 'href'),
    language: attribute(root, 'lang'),
    textDirection: isDirection(direction) ? direction : undefined,
    ...byFamily(page),
  }
}

/** Sorts the tags into those of Open Graph, of Twitter and others; the first tag of a name counts. */
function byFamily({ tags }: Page): Pick<DocumentMetadata, 'openGraph' | 'twitterCard' | 'metaTags'> {
  const families = { openGraph: new Map(), twitterCard: new Map(), metaTags: new Map() }
  const NAMED_ABOVE = new Set(['description', 'keywords', 'author'])
  for (const { name, content } of tags.entries) {
    if (NAMED_ABOVE.has(name)) continue
    const [, prefix, rest] = /^(og|twitter):(.+)$/.exec(name) ?? []
    const family =
      prefix === 'og' ? families.openGraph : prefix === 'twitter' ? families.twitterCard : families.metaTags
    const key = rest?.replaceAll(':', '_') ?? name
    if (!family.has(key)) family.set(key, content)
  }
  return {
    openGraph: Object.fromEntries(families.openGraph),
    twitterCard: Object.fromEntries(families.twitterCard),
    metaTags: Object.fromEntries(families.metaTags),
  }
}

function isDirection(text = ''): text is 'ltr' | 'rtl' | 'auto' {
  return ['ltr', 'rtl', 'auto'].includes(text)
}

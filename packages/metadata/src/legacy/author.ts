import { all, attribute, matches, nameOf, rawText, type PageElement } from '../dom.ts'
import { namesOf, type Thing, type Things } from '../linked-data/things.ts'
import type { Page } from '../page.ts'
import { BESIDE } from './beside.ts'
import { bylines, withoutBy } from './byline.ts'
import { isoDate } from '../values/date.ts'
import { cleanMarkup, comparable, pick } from '../values/text.ts'

const MAX_LENGTH = 120
const MAX_AUTHORS = 10

/** Names of `<meta>` elements whose content is an author. */
const OPEN_GRAPH = ['article:author', 'og:article:author', 'og:author', 'book:author', 'author:name']
const NAMES = [
  'author',
  'byl',
  'dc.creator',
  'dc.creator.personalname',
  'dcterms.creator',
  'dc.contributor',
  'sailthru.author',
  'parsely-author',
  'article.author',
  'article-author',
  'author_name',
  'cxenseparse:author',
  'rbauthors',
  'citation_author',
  'twitter:author',
]

/** Elements whose text is an author, the most telling first. */
const ELEMENTS = [
  '[itemprop~="author" i] [itemprop~="name" i]',
  '[itemprop~="author" i]',
  '[rel~="author" i]',
  '.author .fn, .byline .fn, .vcard .fn',
  'address [class*="author" i] a, address.author',
  '[class*="byline" i] [class*="name" i], [class*="author" i] [class*="name" i]',
  '[class*="byline" i] a[href*="author" i], [class*="author" i] a[href*="author" i]',
  'a[href*="/author/" i], a[href*="/authors/" i]',
  '[class~="author" i], [class~="byline" i], [id="author" i], [class*="author-name" i], [class*="authorname" i]',
  '[class*="byline" i] a, [class*="author" i] a',
  '[class*="byline" i], [class*="post-author" i], [class*="article-author" i], [class*="entry-author" i]',
]

export function authorOf(page: Page): string | undefined {
  for (const names of sources(page)) {
    const authors = names.flatMap((name) => cleanAuthor(name) ?? [])
    const seen = new Set<string>()
    const unique = authors.filter((name) => !seen.has(comparable(name)) && seen.add(comparable(name)))
    if (unique.length > 0) return unique.slice(0, MAX_AUTHORS).join(', ')
  }
  return pick(texts(page), (text) => cleanAuthor(withoutBy(text, page.language)))
}

/** Yields the authors by each source that lists them. */
function* sources({ tags, subjects, things, markupSubjects, markupThings }: Page): Generator<string[]> {
  for (const name of OPEN_GRAPH) yield tags.all(name)
  yield labelled(tags.entries)
  for (const subject of subjects) yield authorsOf(subject, things)
  for (const name of NAMES)
    yield name === 'citation_author' ? tags.all(name).map(givenNameFirst) : tags.all(name)
  for (const subject of markupSubjects) yield authorsOf(subject, markupThings)
}

/** Libraries sort authors by their family names. */
function givenNameFirst(name: string): string {
  const [family, given, ...others] = name.split(/\s*,\s*/)
  return given && others.length === 0 ? `${given} ${family}` : name
}

function authorsOf(thing: Thing, things: Things): string[] {
  for (const member of [thing.author, thing.creator]) {
    const names = namesOf(member, things)
    if (names.length > 0) return names
  }
  return []
}

/** Returns the author that a card for Twitter shows under a label. */
function labelled(entries: Page['tags']['entries']): string[] {
  const label = entries.find(
    ({ name, content }) => /^twitter:label\d$/.test(name) && /^(?:written by|author|by)$/i.test(content),
  )
  const data = label?.name.replace('label', 'data')
  return entries.filter(({ name }) => name === data).map(({ content }) => content)
}

function* texts({ document, language }: Page): Generator<string | undefined> {
  for (const selector of ELEMENTS)
    for (const element of all(document, selector, MAX_AUTHORS)) if (isText(element)) yield textOf(element)
  yield* bylines(document, language)
}

/** Comments and reviews of a product have authors too. */
function isText(element: PageElement): boolean {
  return (
    !matches(element, BESIDE) &&
    !['script', 'style', 'form', 'body', 'html', 'head', 'main'].includes(nameOf(element))
  )
}

/** Markup may have a text for programs alone. */
function textOf(element: PageElement): string {
  return attribute(element, 'content') ?? rawText(element)
}

/** Pages without an author have the date alone in its place. */
const STARTS_AS_DATE = /^(?:\p{L}+[.,]*\s+)?\d/u

/** Returns undefined for what cannot be a name. */
function cleanAuthor(text: string): string | undefined {
  const name = withoutBy(cleanMarkup(text) ?? '')
    .replace(/^(?:authors?|writer)\s*:\s*/i, '')
    .replace(
      /\s*(?:[|•»]|[·–—](?:\s|$)|\s[·–—@]|\s-\s|,?\s+(?:on|posted|published|updated)\s|\s(?:am|vom|le|el|em|il|op|den)\s+\d).*$/i,
      '',
    )
    .replace(/^[\s,;:.@]+|[\s,;:]+$/g, '')
  if (!name || name.length > MAX_LENGTH || !/\p{L}/u.test(name)) return undefined
  const isOther = /https?:|www\.|\.(?:com|org|net)\/|^\S+@\S+$|^[\w.-]+\.(?:com|org|net|html?)$/i.test(name)
  const isPlaceholder =
    /^(?:null|undefined|none|n\/a|unknown|anonymous|admin(?:istrator)?|user|guest)$/i.test(name)
  const isDate = STARTS_AS_DATE.test(name) && isoDate(name) !== undefined
  return isOther || isPlaceholder || isDate ? undefined : name
}

import { all, attribute, first, matches, rawText, titleElementOf } from '../dom.ts'
import { textsOf } from '../linked-data/things.ts'
import type { Page } from '../page.ts'
import { webAddress } from '../values/address.ts'
import { cleanMarkup, cleanText, comparable, pick } from '../values/text.ts'
import { partsOfTitle } from '../values/title.ts'

const MAX_HEADINGS = 20

export function titleOf(page: Page, siteNames: readonly string[]): string | undefined {
  const title = pick(titles(page), cleanMarkup)
  return title && withoutSiteName(title, page, siteNames)
}

function* titles({ document, tags, subjects, markupSubjects }: Page): Generator<string | undefined> {
  yield* tags.all('og:title')
  yield* tags.all('twitter:title')
  for (const subject of subjects) {
    yield* textsOf(subject.headline)
    yield* textsOf(subject.name)
  }
  for (const name of [
    'title',
    'dc.title',
    'dcterms.title',
    'sailthru.title',
    'parsely-title',
    'citation_title',
  ])
    yield* tags.all(name)
  for (const subject of markupSubjects) yield* textsOf(subject.headline)
  const element = titleElementOf(document)
  if (element) yield rawText(element)
  for (const subject of markupSubjects) yield* textsOf(subject.name)
  for (const selector of ['h1.entry-title, h1.post-title, h1.article-title', 'article h1', 'h1'])
    yield* all(document, selector, 1).map(rawText)
}

/**
 * Removes the name of the site from the start or the end, where the rest is a title of its own. Where the page does not name its
 * site, the first part is a title if a heading repeats it. The last part is usually the site's name, which headings repeat too,
 * so it is a title only if linked data says so or if the first part is in the name of the host.
 */
function withoutSiteName(title: string, page: Page, siteNames: readonly string[]): string {
  const parts = partsOfTitle(title)
  if (parts.length === 0) return title
  const isHeading = includes(headings(page))
  const isHeadline = includes(headlines(page))
  const isSiteName = includes([...siteNames, ...headingsToHome(page)])
  const isHost = includes(URL.parse(page.address)?.hostname.split('.') ?? [])
  const ends = parts.flatMap(({ start, end }) => [
    { rest: start, removed: end, isTitle: isHeadline(start) || (isHeading(start) && !isHost(start)) },
    { rest: end, removed: start, isTitle: isHeadline(end) || (isHeading(end) && isHost(start)) },
  ])
  const possible = ends
    .filter(({ rest }) => comparable(rest) !== '' && !isSiteName(rest))
    .toSorted((a, b) => b.rest.length - a.rest.length)
  const best = possible.find(({ removed }) => isSiteName(removed)) ?? possible.find(({ isTitle }) => isTitle)
  return best?.rest.trim() ?? title
}

function includes(texts: readonly string[]): (text: string) => boolean {
  const set = new Set(texts.map(comparable))
  return (text) => set.has(comparable(text))
}

function headings({ document }: Page): string[] {
  const headings = ['h1', 'h2, h3'].flatMap((selector) => all(document, selector, MAX_HEADINGS))
  // The name of a site leads to its first page.
  const bold = all(document, 'b, strong', MAX_HEADINGS).filter(
    (each) => !matches(each, 'a *') && !first(each, 'a'),
  )
  return [...headings, ...bold].flatMap((heading) => cleanText(rawText(heading)) ?? []).filter(isLong)
}

function headlines({ subjects, markupSubjects }: Page): string[] {
  return [...subjects, ...markupSubjects].flatMap(({ headline }) => textsOf(headline)).filter(isLong)
}

/** Returns the headings of a page that are links to the first page of the site. */
function headingsToHome({ document, address, base }: Page): string[] {
  const home = URL.parse('/', address)?.href
  if (home === address) return []
  const links = all(document, 'h1 a[href], h2 a[href], h3 a[href], a[href]:has(h1, h2, h3)', MAX_HEADINGS)
  return links
    .filter((link) => webAddress(attribute(link, 'href') ?? '', base) === home)
    .flatMap((link) => cleanText(rawText(link)) ?? [])
}

function isLong(text: string): boolean {
  return comparable(text).length > 3
}

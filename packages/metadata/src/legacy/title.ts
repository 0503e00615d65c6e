import { all, first, matches, rawText } from '../dom.ts'
import { textsOf } from '../linked-data/things.ts'
import type { Page } from '../page.ts'
import { cleanMarkup, cleanText, comparable, pick } from '../values/text.ts'

const SEPARATOR = /\s+[|\-–—·•:»«/]+\s+|\s*[|»«]\s*/gu

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
  const element = first(document, 'head > title') ?? first(document, 'title')
  if (element) yield rawText(element)
  for (const subject of markupSubjects) yield* textsOf(subject.name)
  for (const selector of ['h1.entry-title, h1.post-title, h1.article-title', 'article h1', 'h1'])
    yield* all(document, selector, 1).map(rawText)
}

/** Removes the name of the site from the start or the end, where the rest is a title of its own. */
function withoutSiteName(title: string, page: Page, siteNames: readonly string[]): string {
  const separators = [...title.matchAll(SEPARATOR)]
  if (separators.length === 0) return title
  const headings = new Set(headlines(page).map(comparable))
  const names = new Set(siteNames.map(comparable))
  const ends = separators.flatMap(({ index, 0: separator }) => [
    { rest: title.slice(0, index), removed: title.slice(index + separator.length) },
    { rest: title.slice(index + separator.length), removed: title.slice(0, index) },
  ])
  const fitting = ends.filter(
    ({ rest, removed }) => headings.has(comparable(rest)) || names.has(comparable(removed)),
  )
  const longest = fitting.toSorted((a, b) => b.rest.length - a.rest.length)[0]?.rest.trim()
  return longest && comparable(longest) !== '' ? longest : title
}

function headlines({ document, subjects, markupSubjects }: Page): string[] {
  const headings = ['h1', 'h2, h3'].flatMap((selector) => all(document, selector, MAX_HEADINGS))
  // The name of a site leads to its first page.
  const bold = all(document, 'b, strong', MAX_HEADINGS).filter(
    (each) => !matches(each, 'a *') && !first(each, 'a'),
  )
  const lines = [...headings, ...bold].flatMap((heading) => cleanText(rawText(heading)) ?? [])
  const own = [...subjects, ...markupSubjects].flatMap(({ headline }) => textsOf(headline))
  return [...lines, ...own].filter((each) => comparable(each).length > 3)
}

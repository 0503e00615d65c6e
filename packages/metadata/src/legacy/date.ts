import { all, attribute, matches, nameOf, rawText, type PageElement, type PageRoot } from '../dom.ts'
import { textsOf, type Thing } from '../linked-data/things.ts'
import type { Page } from '../page.ts'
import { BESIDE } from './beside.ts'
import { isoDate } from '../values/date.ts'
import { pick } from '../values/text.ts'

const PUBLISHED = {
  openGraph: [
    'article:published_time',
    'og:article:published_time',
    'og:published_time',
    'article:published',
    'og:pubdate',
    'book:release_date',
    'video:release_date',
    'music:release_date',
  ],
  members: ['datePublished', 'dateCreated', 'uploadDate', 'datePosted'],
  names: [
    'date',
    'pubdate',
    'publishdate',
    'publish-date',
    'publish_date',
    'published-date',
    'published_date',
    'publication_date',
    'publicationdate',
    'date.publication',
    'article.published',
    'article_date_original',
    'article:post_date',
    'originalpublicationdate',
    'datepublished',
    'parsely-pub-date',
    'sailthru.date',
    'cxenseparse:recs:publishtime',
    'citation_publication_date',
    'citation_online_date',
    'citation_date',
    'prism.publicationdate',
    'dcterms.issued',
    'dc.date.issued',
    'dcterms.created',
    'dc.date.created',
    'dcterms.date',
    'dc.date',
    'dc.created',
    'created',
    'rnews:datepublished',
    'ptime',
    'timestamp',
  ],
  /** Elements whose markup says that they are the date. */
  marked: [
    '[itemprop~="datePublished" i]',
    '[property="datePublished" i], [property="schema:datePublished" i]',
    '[itemprop~="dateCreated" i], [itemprop~="uploadDate" i]',
    'time[pubdate]',
    'time[class*="publish" i], time[class*="entry-date" i], .published[title], .published[datetime], .dt-published',
  ],
  /** Elements in which sites show the date, the likeliest first. */
  likely: [
    'article header time, header time, [class*="byline" i] time, [class*="meta" i] time',
    'article time[datetime], main time[datetime]',
    'time[datetime]',
    '[class*="publish" i] time, [class*="date" i] time, time',
    '[class*="publish" i][class*="date" i], [class*="pubdate" i], [id*="publish" i][id*="date" i], [class~="published" i]',
    '[class*="post-date" i], [class*="entry-date" i], [class*="article-date" i], [class*="article__date" i], [class~="date" i], [class~="posted-on" i], [class*="timestamp" i]',
    '[class*="byline" i], [class*="post-meta" i], [class*="entry-meta" i], [class*="article-meta" i], [class*="dateline" i]',
  ],
}
const MODIFIED = {
  openGraph: [
    'article:modified_time',
    'og:article:modified_time',
    'og:updated_time',
    'og:modified_time',
    'article:modified',
  ],
  members: ['dateModified'],
  names: [
    'lastmod',
    'last-modified',
    'modified',
    'revised',
    'updated_time',
    'dcterms.modified',
    'dc.date.modified',
    'dc.modified',
    'article.updated',
  ],
  marked: ['[itemprop~="dateModified" i]', 'time[class*="updated" i], .updated[title], .dt-updated'],
  likely: ['[class*="updated" i]'],
}

const MAX_ELEMENTS = 20
/** A longer text is not a date with a few words around it. */
const MAX_LENGTH = 200

/** Returns the date of publication, else of the last change. */
export function dateOf(page: Page): string | undefined {
  return pick(dates(page), (text) => isoDate(text, page.language))
}

function* dates(page: Page): Generator<string | undefined> {
  for (const kind of [PUBLISHED, MODIFIED]) {
    yield* ofTags(page, kind.openGraph)
    yield* ofThings(page.subjects, kind.members)
    yield* ofTags(page, kind.names)
    yield* ofThings(page.markupSubjects, kind.members)
    yield* ofElements(page.document, kind.marked)
    if (kind === PUBLISHED) yield inAddress(page.canonical) ?? inAddress(page.address)
    yield* ofElements(page.document, kind.likely)
  }
}

function ofTags({ tags }: Page, names: readonly string[]): string[] {
  return names.flatMap((name) => tags.all(name))
}

function ofThings(things: readonly Thing[], members: readonly string[]): string[] {
  return things.flatMap((thing) => members.flatMap((member) => textsOf(thing[member])))
}

function* ofElements(document: PageRoot, selectors: readonly string[]): Generator<string | undefined> {
  for (const selector of selectors)
    for (const element of all(document, selector, MAX_ELEMENTS))
      if (isOfArticle(element)) yield* textsIn(element)
}

/** Comments, reviews of a product, and articles that the page only points to have dates too. */
function isOfArticle(element: PageElement): boolean {
  const others = `${BESIDE}, [class*="related" i] *, [class*="sidebar" i] *`
  return (
    !matches(element, others) && !['body', 'html', 'main', 'article', 'section'].includes(nameOf(element))
  )
}

function* textsIn(element: PageElement): Generator<string | undefined> {
  for (const name of ['datetime', 'content', 'title', 'data-datetime', 'data-timestamp'])
    yield attribute(element, name)
  const text = rawText(element)
  if (text.length <= MAX_LENGTH) yield text.trim().replaceAll(/\s+/g, ' ')
}

/** Returns the date that some sites write into the path of an article. */
function inAddress(address = ''): string | undefined {
  const path = URL.parse(address)?.pathname ?? ''
  const found =
    /\/((?:19|20)\d{2})[/-](\d{1,2})[/-](\d{1,2})(?=[/-]|$)/.exec(path) ??
    /\/((?:19|20)\d{2})(\d{2})(\d{2})(?=[/-]|$)/.exec(path)
  return found ? `${found[1]}-${found[2]}-${found[3]}` : undefined
}

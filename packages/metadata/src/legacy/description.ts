import { textsOf } from '../linked-data/things.ts'
import type { Page } from '../page.ts'
import { cleanMarkup, pick } from '../values/text.ts'

/** Returns what the page says of itself; some pages say only the name of their site there. */
export function descriptionOf(page: Page): string | undefined {
  const sites = page.tags.all('og:site_name')
  return pick(descriptions(page), (text) => (sites.includes(text) ? undefined : cleanMarkup(text)))
}

function* descriptions({ tags, subjects, markupSubjects }: Page): Generator<string | undefined> {
  yield* tags.all('og:description')
  yield* tags.all('twitter:description')
  for (const subject of subjects) yield* textsOf(subject.description)
  for (const name of [
    'description',
    'dc.description',
    'dcterms.description',
    'sailthru.description',
    'dcterms.abstract',
    'citation_abstract',
  ])
    yield* tags.all(name)
  for (const subject of markupSubjects) yield* textsOf(subject.description)
}

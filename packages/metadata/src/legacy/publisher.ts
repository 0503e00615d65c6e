import { namesOf, textsOf } from '../linked-data/things.ts'
import { withType } from '../linked-data/subject.ts'
import type { Page } from '../page.ts'
import { cleanMarkup, pick } from '../values/text.ts'

export const ORGANISATION = /(?:Organization|Corporation|LocalBusiness|Brand)$/

export function publisherOf(page: Page): string | undefined {
  return siteNamesOf(page)[0]
}

/** Returns the names that the page gives its site, the most reliable first. */
export function siteNamesOf(page: Page): string[] {
  return [...names(page)]
    .flatMap((name) => pick([name], cleanMarkup) ?? [])
    .filter((name) => !/^https?:/i.test(name))
}

function* names(page: Page): Generator<string> {
  const { tags, subjects, things, markupSubjects, markupThings } = page
  yield* tags.all('og:site_name')
  yield* tags.all('twitter:app:name:iphone')
  for (const { publisher } of subjects) yield* namesOf(publisher, things)
  for (const types of [/^(?:WebSite|Blog)$/, ORGANISATION])
    for (const thing of withType(things, types)) yield* textsOf(thing.name)
  for (const name of [
    'publisher',
    'article:publisher',
    'dc.publisher',
    'dcterms.publisher',
    'citation_publisher',
    'application-name',
    'apple-mobile-web-app-title',
    'al:android:app_name',
    'al:ios:app_name',
    'copyright',
  ])
    yield* tags.all(name)
  for (const { publisher } of markupSubjects) yield* namesOf(publisher, markupThings)
  for (const types of [/^(?:WebSite|Blog)$/, ORGANISATION])
    for (const thing of withType(markupThings, types)) yield* textsOf(thing.name)
}

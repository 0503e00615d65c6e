import { charsetOf, type Page } from '../page.ts'
import { webAddress } from '../values/address.ts'
import { authorOf } from './author.ts'
import { dateOf } from './date.ts'
import { descriptionOf } from './description.ts'
import { imageOf, logoOf, openGraphPictures, type OpenGraphPicture } from './pictures.ts'
import { publisherOf, siteNamesOf } from './publisher.ts'
import { titleOf } from './title.ts'

/** The fields of the engine `Legacy`. What a page does not say is missing. */
export interface LegacyMetadata {
  title?: string
  description?: string
  author?: string
  publisher?: string
  image?: string
  logo?: string
  /** ISO 8601 in UTC with milliseconds. */
  date?: string
  ogTitle?: string
  ogDescription?: string
  ogUrl?: string
  ogType?: string
  ogSiteName?: string
  ogLocale?: string
  ogImage?: OpenGraphPicture[]
  charset?: string
  twitterCard?: string
  twitterSite?: string
  twitterCreator?: string
}

export function legacyMetadata(page: Page): LegacyMetadata {
  const { tags, base } = page
  const tag = (name: string): string | undefined => tags.all(name)[0]
  const pictures = openGraphPictures(page)
  const ogUrl = tag('og:url')
  return {
    title: titleOf(page, siteNamesOf(page)),
    description: descriptionOf(page),
    author: authorOf(page),
    publisher: publisherOf(page),
    image: imageOf(page),
    logo: logoOf(page),
    date: dateOf(page),
    ogTitle: tag('og:title'),
    ogDescription: tag('og:description'),
    ogUrl: ogUrl && webAddress(ogUrl, base),
    ogType: tag('og:type'),
    ogSiteName: tag('og:site_name'),
    ogLocale: tag('og:locale'),
    ogImage: pictures.length > 0 ? pictures : undefined,
    charset: charsetOf(page),
    twitterCard: tag('twitter:card'),
    twitterSite: tag('twitter:site'),
    twitterCreator: tag('twitter:creator'),
  }
}

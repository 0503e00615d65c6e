import { all, attribute, attributesOf, nameOf, type PageElement } from '../dom.ts'
import { addressesOf, isThing, listOf, type Thing, type Things } from '../linked-data/things.ts'
import { withType } from '../linked-data/subject.ts'
import type { Page } from '../page.ts'
import { webAddress } from '../values/address.ts'
import { pick } from '../values/text.ts'
import { ORGANISATION } from './publisher.ts'

/** A picture of Open Graph; the sizes are texts, as in the page. */
export interface OpenGraphPicture {
  url: string
  type?: string
  width?: string
  height?: string
}

const MAX_PICTURES = 50
/** A smaller picture is a sign or a face. */
const LEAST_SIDE = 150

export function imageOf(page: Page): string | undefined {
  return pick(images(page), (text) => webAddress(text, page.base))
}

export function logoOf(page: Page): string | undefined {
  return pick(logos(page), (text) => webAddress(text, page.base))
}

function* images(page: Page): Generator<string | undefined> {
  const { tags, subjects, things, markupSubjects, markupThings, document } = page
  for (const name of ['og:image:secure_url', 'og:image:url', 'og:image']) yield* tags.all(name)
  for (const name of ['twitter:image', 'twitter:image:src', 'twitter:image0']) yield* tags.all(name)
  yield* ofThings(subjects, things)
  for (const name of [
    'sailthru.image.full',
    'sailthru.image',
    'parsely-image-url',
    'msapplication-wide310x150logo',
    'thumbnail',
    'image',
  ])
    yield* tags.all(name)
  yield* ofThings(markupSubjects, markupThings)
  for (const element of all(document, 'link[rel~="image_src" i][href]', 1)) yield attribute(element, 'href')
  for (const selector of [
    '[itemprop~="image" i]',
    'article figure img, main figure img',
    'article img, main img, [role="main"] img, #content img, .content img',
  ])
    for (const element of all(document, selector, MAX_PICTURES)) if (isLarge(element)) yield sourceOf(element)
}

function* ofThings(subjects: readonly Thing[], things: Things): Generator<string | undefined> {
  for (const subject of subjects)
    for (const member of [subject.image, subject.primaryImageOfPage, subject.thumbnailUrl, subject.thumbnail])
      yield* addressesOf(member, things)
}

function isLarge(element: PageElement): boolean {
  const sides = ['width', 'height'].map((name) => Number.parseInt(attribute(element, name) ?? '', 10))
  return sides.every((side) => Number.isNaN(side) || side >= LEAST_SIDE)
}

/** The address of an image that a page shows until the picture is loaded. */
const PLACEHOLDER =
  /^data:|\b(?:lazy|load(?:ing|er)|placeholder|spacer|blank|transparent|pixel|1x1)[^/]*\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])/i

function sourceOf(element: PageElement): string | undefined {
  if (nameOf(element) === 'meta') return attribute(element, 'content')
  const source = attribute(element, 'src')
  if (source !== undefined && !PLACEHOLDER.test(source)) return source
  const late = attributesOf(element).find(({ name }) => /^data-(?:[\w-]*-)?src$/.test(name))?.value
  // The last address of a set is the largest by custom.
  const ofSet = attribute(element, 'srcset')?.split(/,\s+/).at(-1)?.split(/\s/)[0]
  return late ?? ofSet ?? attribute(element, 'href') ?? source
}

function* logos(page: Page): Generator<string | undefined> {
  const { tags, subjects, things, markupThings, document } = page
  yield* tags.all('og:logo')
  for (const owner of subjects.flatMap(({ publisher }) =>
    listOf(publisher).map((each) => things.resolve(each)),
  ))
    if (isThing(owner)) yield* addressesOf(owner.logo, things)
  for (const known of [things, markupThings])
    for (const organisation of withType(known, ORGANISATION)) yield* addressesOf(organisation.logo, known)
  for (const element of all(document, '[itemprop~="logo" i]', 1)) yield sourceOf(element)
  yield* icons(page)
}

/** Returns the icons of the page, those for home screens and the largest ones first; a drawing has any size. */
function icons({ document }: Page): (string | undefined)[] {
  const sizeOf = (link: PageElement): number => {
    const sizes = attribute(link, 'sizes') ?? ''
    return /\bany\b/i.test(sizes)
      ? Number.MAX_SAFE_INTEGER
      : Math.max(0, ...Array.from(sizes.matchAll(/\d+(?=x)/gi), Number))
  }
  const rankOf = (link: PageElement): number => (/apple/i.test(attribute(link, 'rel') ?? '') ? 1 : 0)
  return all(document, 'link[rel~="icon" i][href], link[rel*="apple-touch-icon" i][href]', MAX_PICTURES)
    .toSorted((a, b) => rankOf(b) - rankOf(a) || sizeOf(b) - sizeOf(a))
    .map((link) => attribute(link, 'href'))
}

/** The picture that properties belong to. */
interface ReadPicture {
  picture: OpenGraphPicture
  /** The names under which the page gave its address. */
  names: string[]
  /** False after its size or another property. */
  isOnlyAddress: boolean
}

const PICTURE = /^og:image(?::(?:secure_)?url)?$/

/** Returns the pictures of Open Graph, each with the properties that follow it. */
export function openGraphPictures({ tags, base }: Page): OpenGraphPicture[] {
  const pictures: OpenGraphPicture[] = []
  let last: ReadPicture | undefined
  for (const { name, content } of tags.entries) {
    if (PICTURE.test(name)) {
      const url = webAddress(content, base)
      // Without a picture, the properties that follow are of none.
      if (!url && name === 'og:image') last = undefined
      if (!url) continue
      if (last && isSamePicture(name, url, last)) {
        last.names.push(name)
        if (name === 'og:image') last.picture.url = url
        continue
      }
      last = { picture: { url }, names: [name], isOnlyAddress: true }
      pictures.push(last.picture)
    } else if (last && name.startsWith('og:image:')) {
      last.isOnlyAddress = false
      if (name === 'og:image:type') last.picture.type = content
      if (name === 'og:image:width') last.picture.width = content
      if (name === 'og:image:height') last.picture.height = content
    }
  }
  return pictures.slice(0, MAX_PICTURES)
}

/** Returns whether an address repeats that of the picture before it under another name. */
function isSamePicture(name: string, url: string, { picture, names, isOnlyAddress }: ReadPicture): boolean {
  const withoutScheme = (address: string): string => address.replace(/^https?:/, '')
  if (names.includes(name)) return false
  return isOnlyAddress || name === 'og:image:secure_url' || withoutScheme(url) === withoutScheme(picture.url)
}

import { comparable } from '../values/text.ts'
import { listOf, textsOf, typesOf, type Thing, type Things } from './things.ts'

const PAGES = /Page$/
const MAX_WORD = 50

/** Types of what a page can be about, the most telling first. */
const SUBJECT_TYPES = [
  /(?:Article|Posting|Report|LiveBlog)$/,
  /^(?:CreativeWork|Recipe|.*Review|VideoObject|Movie|TVEpisode|TVSeries|Book|Course|Dataset|Event|.*Event|Product|ProductGroup|SoftwareApplication|.*Application|SoftwareSourceCode|Podcast.*|Music.*|AudioObject|HowTo|Question)$/,
  PAGES,
  /^(?:Person|Place|LocalBusiness)$/,
]

/** A thing with one of these addresses or titles is the one that the page is about. */
export interface PageNames {
  addresses: readonly string[]
  titles: readonly string[]
}

/** Returns the things that the page is about, the most telling first. Things that it merely lists are not among them. */
export function subjectsOf({ top }: Things, page: PageNames): Thing[] {
  const addresses = new Set(page.addresses.map(withoutTail))
  const titles = new Set(page.titles.map(comparable))
  return SUBJECT_TYPES.flatMap((types) => {
    const fitting = top.filter((thing) => typesOf(thing).some((type) => types.test(type)))
    const byAddress = fitting.filter((thing) => addressesOfSubject(thing).some((each) => addresses.has(each)))
    const byTitle = fitting.filter((thing) => titlesOf(thing).some((each) => titles.has(each)))
    return [...new Set([...byAddress, ...byTitle, ...(types === PAGES ? fitting : withoutLists(fitting))])]
  })
}

/** Removes things of a kind that has several names. */
function withoutLists(things: readonly Thing[]): Thing[] {
  const kinds = Map.groupBy(things, kindOf)
  const lists = new Set([...kinds].filter(([, each]) => namesIn(each).size > 1).map(([kind]) => kind))
  return things.filter((thing) => !lists.has(kindOf(thing)))
}

function namesIn(things: readonly Thing[]): Set<string> {
  return new Set(things.flatMap((thing) => titlesOf(thing).slice(0, 1)))
}

/** Returns the last word of a type, as in `MusicEvent`. */
function kindOf(thing: Thing): string {
  return /[A-Z]?[a-z]*$/.exec((typesOf(thing)[0] ?? '').slice(-MAX_WORD))![0]
}

function titlesOf({ headline, name }: Thing): string[] {
  return [...textsOf(headline), ...textsOf(name)].map(comparable).filter(Boolean)
}

/** Returns the things with a type that matches. */
export function withType({ top }: Things, types: RegExp): Thing[] {
  return top.filter((thing) => typesOf(thing).some((type) => types.test(type)))
}

function addressesOfSubject(thing: Thing): string[] {
  const pages = listOf(thing.mainEntityOfPage).flatMap((page) =>
    typeof page === 'object' && page !== null ? textsOf((page as Thing)['@id']) : textsOf(page),
  )
  return [...textsOf(thing.url), ...textsOf(thing['@id']), ...pages].map(withoutTail)
}

/** Returns an address without its scheme, query, fragment and last slash. */
function withoutTail(address: string): string {
  return address
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')
}

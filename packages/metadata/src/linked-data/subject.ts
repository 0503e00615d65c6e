import { listOf, textsOf, typesOf, type Thing, type Things } from './things.ts'

/** Types of what a page can be about, the most telling first. */
const SUBJECT_TYPES = [
  /(?:Article|Posting|Report|LiveBlog)$/,
  /^(?:CreativeWork|Recipe|.*Review|VideoObject|Movie|TVEpisode|TVSeries|Book|Course|Dataset|Event|.*Event|Product|ProductGroup|SoftwareApplication|.*Application|SoftwareSourceCode|Podcast.*|Music.*|AudioObject|HowTo|Question)$/,
  /Page$/,
  /^(?:Person|Place|LocalBusiness)$/,
]

/** Returns the things that the page is about, the most telling first. */
export function subjectsOf({ top }: Things, addresses: readonly string[]): Thing[] {
  const wanted = new Set(addresses.map(withoutTail))
  return SUBJECT_TYPES.flatMap((types) => {
    const fitting = top.filter((thing) => typesOf(thing).some((type) => types.test(type)))
    const own = fitting.filter((thing) => addressesOfSubject(thing).some((each) => wanted.has(each)))
    return [...own, ...fitting.filter((thing) => !own.includes(thing))]
  })
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

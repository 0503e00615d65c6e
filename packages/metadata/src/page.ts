import { all, attribute, first, rawText, rootOf, textMember, type PageRoot } from './dom.ts'
import type { Item, Reading } from './linked-data/item.ts'
import { readJsonLd, type JsonLd } from './linked-data/json-ld.ts'
import { readMicrodata } from './linked-data/microdata.ts'
import { readRdfa } from './linked-data/rdfa.ts'
import { subjectsOf, type PageNames } from './linked-data/subject.ts'
import { thingOfItem, thingsOf, type Thing, type Things } from './linked-data/things.ts'
import { readMetaTags, type MetaTags } from './meta-tags.ts'
import { withoutCredentials, webAddress } from './values/address.ts'
import { partsOfTitle } from './values/title.ts'

const MAX_TITLE = 1000
const MAX_VISITED = 200_000
/** UTF-16 units of the properties of items. */
const MAX_TEXT = 2 * 1024 ** 2

/** What a document says about itself, read once for all fields. */
export interface Page {
  document: PageRoot
  /** The address that relative ones are relative to. */
  base: string
  /** The address of the document. */
  address: string
  canonical?: string
  /** The language of the document, in lower case, such as `en` of `en-GB`. */
  language?: string
  tags: MetaTags
  jsonLd: JsonLd
  microdata: Item[]
  rdfa: Item[]
  /** Things of JSON-LD, and those of the markup. */
  things: Things
  markupThings: Things
  /** What the page is about, by JSON-LD and by the markup; the most telling first. */
  subjects: Thing[]
  markupSubjects: Thing[]
  /** True when the document had more elements, or longer items, than are read. */
  isCut: boolean
}

export function readPage(document: PageRoot, address: string): Page {
  const baseElement = first(document, 'base[href]')
  const href = (baseElement && attribute(baseElement, 'href')) ?? ''
  const base = webAddress(href, address) ?? address
  const link = first(document, 'link[rel~="canonical" i][href]')
  const canonical = link && webAddress(attribute(link, 'href') ?? '', base)
  const reading: Reading = { base, left: MAX_VISITED, textLeft: MAX_TEXT }
  const jsonLd = readJsonLd(document)
  const microdata = readMicrodata(document, reading)
  const rdfa = readRdfa(document, reading)
  const things = thingsOf(jsonLd.values)
  const markupThings = thingsOf([...microdata, ...rdfa].map(thingOfItem))
  const tags = readMetaTags(document)
  const addresses = [canonical, withoutCredentials(address)].filter((each) => each !== undefined)
  const own: PageNames = { addresses, titles: titlesIn(document, tags) }
  return {
    document,
    base,
    address,
    canonical,
    language: languageOf(document),
    tags,
    jsonLd,
    microdata,
    rdfa,
    things,
    markupThings,
    subjects: subjectsOf(things, own),
    markupSubjects: subjectsOf(markupThings, own),
    isCut: reading.left < 0 || reading.textLeft < 0,
  }
}

/** Returns the titles that the markup gives the page, and their parts. */
function titlesIn(document: PageRoot, tags: MetaTags): string[] {
  const headings = all(document, 'h1', 2)
  // Several first headings are those of the things that a page lists.
  const texts = [...all(document, 'head > title', 1), ...(headings.length === 1 ? headings : [])].map(rawText)
  return [...texts, ...tags.all('og:title'), ...tags.all('twitter:title')]
    .map((text) => text.slice(0, MAX_TITLE))
    .flatMap((title) => [title, ...partsOfTitle(title).flatMap(({ start, end }) => [start, end])])
}

function languageOf(document: PageRoot): string | undefined {
  const root = rootOf(document)
  return root && attribute(root, 'lang')?.toLowerCase().split('-')[0]
}

/** Returns the character set of the document, which is that of its bytes. */
export function charsetOf({ document }: Page): string | undefined {
  const declared = all(document, 'meta[charset]', 1).map((element) => attribute(element, 'charset'))[0]
  return (textMember(document, 'characterSet') ?? declared)?.toLowerCase()
}

import type { Document } from '../dom.ts'
import { textOf, wordsOf } from './text.ts'

/** The statements of a page about its article. */
export interface Facts {
  title: string
  byline?: string
  /** The text of the article as search engines get it. */
  body?: string
  /** True when the page says that it is an article, not a list of them. */
  isArticle: boolean
}

export function readFacts(doc: Document): Facts {
  const described = descriptions(doc)
  const bodies = described.map(({ articleBody }) => articleBody).filter((body) => typeof body === 'string')
  return {
    title: titleOf(doc, described),
    byline: bylineOf(doc, described),
    body: bodies.toSorted((a, b) => b.length - a.length)[0]?.replace(/<[^>]*>/g, ' '),
    isArticle:
      described.length === 1 ||
      metaOf(doc, 'og:type') === 'article' ||
      metaOf(doc, 'article:published_time') !== undefined,
  }
}

interface Described {
  headline?: unknown
  articleBody?: unknown
  author?: unknown
}

/** Returns the objects of type Article, or one that ends so, that the page describes as JSON-LD. */
function descriptions(doc: Document): Described[] {
  return [...doc.querySelectorAll('script[type="application/ld+json"]')]
    .flatMap(({ textContent }) => objectsIn(parse(textContent ?? ''), 3))
    .filter((object) => /(?:Article|BlogPosting|Recipe|Report|Review)\b/.test(String(object['@type'])))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.trim().replace(/^<!\[CDATA\[|\]\]>$/g, ''))
  } catch {
    return undefined
  }
}

function objectsIn(value: unknown, depth: number): Record<string, unknown>[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((each) => objectsIn(each, depth - 1))
  const object = value as Record<string, unknown>
  return [object, ...objectsIn(object['@graph'], depth - 1)]
}

function metaOf(doc: Document, name: string): string | undefined {
  const meta = [...doc.querySelectorAll('meta[content]')].find((each) =>
    [each.getAttribute('property'), each.getAttribute('name')].includes(name),
  )
  return meta?.getAttribute('content')?.trim() || undefined
}

const SIGN = /\s+[|\-–—·»:]\s+/

/** Returns where a text is in a title; the end when it is not there. */
function placeOf(text: string, title: string): number {
  const at = title.toLowerCase().indexOf(text.toLowerCase())
  return at < 0 ? title.length : at
}

/** Prefers the heading that the reader sees, where it is the title. */
function titleOf(doc: Document, described: Described[]): string {
  const headline = described.map(({ headline }) => headline).find((each) => typeof each === 'string')
  const named = metaOf(doc, 'og:title') ?? headline ?? metaOf(doc, 'twitter:title')
  const whole = doc.title.replace(/\s+/g, ' ').trim()
  const said = named ?? whole
  const headings = [...doc.querySelectorAll('h1')].filter((each) => textOf(each).length > 0)
  const parts = new Set(said.toLowerCase().split(SIGN))
  // A title begins with the name of the page, and ends with that of the site.
  const shown = [...doc.querySelectorAll('h1, h2, h3')]
    .map((each) => ({ each, text: textOf(each).replace(/\s*[#¶]$/, '') }))
    .filter(
      ({ each, text }) => parts.has(text.toLowerCase()) || (each.localName === 'h1' && isSame(text, said)),
    )
    .toSorted((one, other) => placeOf(one.text, said) - placeOf(other.text, said))[0]
  if (shown) return shown.text
  const only = headings.length === 1 ? textOf(headings[0]!) : ''
  if (wordsOf(only).length > 2) return only
  return named?.replace(/\s+/g, ' ').trim() || withoutSite(whole) || only
}

/** Returns whether most words of one text are in the other, as in a title with the name of the site. */
export function isSame(text: string, other: string): boolean {
  const [words, others] = [wordsOf(text), new Set(wordsOf(other))]
  return words.length > 0 && words.filter((word) => others.has(word)).length / words.length >= 0.75
}

function withoutSite(title: string): string {
  const parts = title.split(SIGN)
  const [first = '', ...rest] = parts
  return rest.length > 0 && wordsOf(first).length >= 3 ? first : title
}

function bylineOf(doc: Document, described: Described[]): string | undefined {
  const names = described.flatMap(({ author }) => [author].flat()).map(nameOf)
  const describedNames = [...new Set(names.filter(Boolean))].slice(0, 5).join(', ')
  const shown = doc.querySelector('[rel~="author"], [itemprop~="author"], .byline, .author-name, .p-author')
  const texts = [describedNames, metaOf(doc, 'author'), shown && textOf(shown)]
  return texts
    .map((text) => text?.replace(/^(?:by|von|par|por|di|door|av|af|от)\s+/i, '').trim())
    .find((text) => text && text.length < 120 && !/^https?:/.test(text))
}

function nameOf(author: unknown): string {
  if (typeof author === 'string') return author.trim()
  const name = (author as { name?: unknown } | null)?.name
  return typeof name === 'string' ? name.trim() : ''
}

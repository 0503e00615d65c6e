import { all, parentOf, rawText, type PageElement, type PageRoot } from '../dom.ts'
import { cleanText } from '../values/text.ts'

const BY =
  /^(?:(?:words|written|post(?:ed)?|published|story|text|reported|article|review(?:ed)?|report|contributed|created|added|photographs?)\s+)?by\b[\s:]*/i
const BY_OF_LANGUAGES: Record<string, RegExp> = {
  de: /^(?:von|autor(?:in)?|text)[\s:]+/i,
  fr: /^(?:par|auteur|publié par|écrit par)[\s:]+/i,
  es: /^(?:por|autor(?:a)?)[\s:]+/i,
  pt: /^(?:por|autor(?:a)?)[\s:]+/i,
  it: /^(?:di|a cura di|autore)[\s:]+/i,
  nl: /^(?:door|auteur)[\s:]+/i,
  sv: /^(?:av|text)[\s:]+/i,
  da: /^(?:af|tekst)[\s:]+/i,
  no: /^(?:av|tekst)[\s:]+/i,
  nb: /^(?:av|tekst)[\s:]+/i,
  pl: /^(?:autor(?:ka)?|tekst)[\s:]+/i,
}

/** A longer text is no byline. */
const MAX_LENGTH = 150
const MAX_ELEMENTS = 10
/** Names begin with no small letter, and are few words. */
const NAMES = /^\P{Ll}\S*(?:\s+\S+){0,7}$/u
/** Where a date follows a name. */
const DATE = /\s*[,|·•–—(]\s*(?:\p{L}+\s+){0,2}\d.*$/u

/** Removes what stands before a name in a byline, in English or in the language of the page. */
export function withoutBy(text: string, language = ''): string {
  const clean = (cleanText(text) ?? '').replace(BY, '')
  const pattern = BY_OF_LANGUAGES[language]
  return pattern ? clean.replace(pattern, '') : clean
}

/** Yields what follows a word such as "by" below the title of the page or beside a date, however it is marked up. */
export function* bylines(document: PageRoot, language?: string): Generator<string> {
  const besideDates = all(document, 'time', MAX_ELEMENTS).map(parentOf)
  const belowTitle = all(document, 'h1 + *, h1 + * + *', MAX_ELEMENTS)
  for (const element of [...besideDates, ...belowTitle].filter((each) => each !== undefined)) {
    const name = bylineIn(element, language)
    if (name !== undefined) yield name
  }
}

function bylineIn(element: PageElement, language: string | undefined): string | undefined {
  const text = cleanText(rawText(element)) ?? ''
  const rest = text.length > MAX_LENGTH ? text : withoutBy(text, language)
  const name = rest.replace(DATE, '')
  return rest !== text && NAMES.test(name) ? name : undefined
}

import { all, attribute, rawText, type PageRoot } from '../dom.ts'

const MAX_SCRIPTS = 500
/** UTF-16 units of all scripts together. */
const MAX_LENGTH = 1024 ** 2

export interface JsonLd {
  /** The text of each script that is not empty. */
  texts: string[]
  /** What the scripts contain, without those that are not JSON. */
  values: unknown[]
  /** The number of scripts that are not JSON. */
  broken: number
  /** True when the scripts were longer than their limit, so that some are missing. */
  isCut: boolean
}

export function readJsonLd(document: PageRoot): JsonLd {
  const scripts = all(document, 'script[type]', MAX_SCRIPTS).filter((script) =>
    /^application\/ld\+json\b/i.test(attribute(script, 'type') ?? ''),
  )
  const found: JsonLd = { texts: [], values: [], broken: 0, isCut: false }
  let length = 0
  for (const script of scripts) {
    const text = withoutWrapping(rawText(script))
    if (text === '') continue
    length += text.length
    if (length > MAX_LENGTH) return { ...found, isCut: true }
    found.texts.push(text)
    const value = parse(text)
    if (value === undefined) found.broken += 1
    else found.values.push(value)
  }
  return found
}

/** Removes the comment or CDATA section that some pages write around the JSON. */
function withoutWrapping(text: string): string {
  return text
    .trim()
    .replace(/^(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)/, '')
    .replace(/(?:-->|(?:\/\/|\/\*)?\s*\]\]>(?:\s*\*\/)?)$/, '')
    .replace(/;\s*$/, '')
    .trim()
}

/** Parses JSON, also with line breaks inside of texts, which search engines accept. */
function parse(text: string): unknown {
  for (const each of [text, text.replaceAll(/\p{Cc}/gu, ' ')])
    try {
      return JSON.parse(each) as unknown
    } catch {
      continue
    }
  return undefined
}

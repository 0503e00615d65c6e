import { all, attribute, rawText, type PageRoot } from '../dom.ts'

const MAX_SCRIPTS = 500
/** UTF-16 units of all scripts together. */
const MAX_LENGTH = 1024 ** 2

export interface JsonLd {
  /** The text of each script that is JSON. */
  texts: string[]
  /** The parsed texts, in the same order. */
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
    const parsed = parse(text)
    if (!parsed) {
      found.broken += 1
      continue
    }
    found.texts.push(parsed.text)
    found.values.push(parsed.value)
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

/** Parses JSON, also with line breaks inside of texts, which search engines accept; the text it returns is JSON. */
function parse(text: string): { text: string; value: unknown } | undefined {
  for (const each of [text, text.replaceAll(/\p{Cc}/gu, ' ')])
    try {
      return { text: each, value: JSON.parse(each) as unknown }
    } catch {
      continue
    }
  return undefined
}

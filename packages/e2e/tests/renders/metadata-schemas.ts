/** Forms that published clients parse: they fail at a member of another type, and at null. */
const text = { type: 'string' }
const texts = { type: 'array', items: text }
const map = { type: 'object', additionalProperties: text }
const count = { type: 'integer', minimum: 0 }
const addresses = { urlRequested: text, urlResolved: text, url: text }

function object(properties: Record<string, object>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

function listOf(properties: Record<string, object>, optional?: readonly string[]) {
  return { type: 'array', minItems: 1, items: object(properties, optional) }
}

const said = Object.fromEntries(
  `title description author publisher image logo date ogTitle ogDescription ogUrl ogType ogSiteName ogLocale charset twitterCard
  twitterSite twitterCreator`
    .split(/\s+/)
    .map((name) => [name, text]),
)

/** `metadata` of the engine `Legacy`; the page says all of it. */
export const legacySchema = object({
  ...addresses,
  ...said,
  ogImage: listOf({ url: text, type: text, width: text, height: text }, ['type', 'width', 'height']),
})

const cell = {
  content: text,
  row: count,
  col: count,
  rowSpan: count,
  colSpan: count,
  isHeader: { type: 'boolean' },
}

/** `metadata` of the engine `Structured`; the page has at least one of each list. */
export const structuredSchema = object({
  ...addresses,
  document: object({
    title: text,
    description: text,
    keywords: texts,
    author: text,
    canonicalUrl: text,
    baseHref: text,
    language: text,
    textDirection: { enum: ['ltr', 'rtl', 'auto'] },
    openGraph: map,
    twitterCard: map,
    metaTags: map,
  }),
  headers: listOf(
    { level: { type: 'integer', minimum: 1, maximum: 6 }, text, id: text, depth: count, htmlOffset: count },
    ['id'],
  ),
  links: listOf(
    {
      href: text,
      text,
      title: text,
      linkType: { enum: ['anchor', 'internal', 'external', 'email', 'phone', 'other'] },
      rel: texts,
      attributes: map,
    },
    ['title'],
  ),
  images: listOf(
    {
      src: text,
      alt: text,
      title: text,
      dimensions: object({ width: { type: 'number' }, height: { type: 'number' } }),
      imageType: { enum: ['data_uri', 'inline_svg', 'external', 'relative'] },
      attributes: map,
    },
    ['alt', 'title', 'dimensions'],
  ),
  structuredData: listOf(
    { dataType: { enum: ['json_ld', 'microdata', 'rdfa'] }, rawJson: text, schemaType: text },
    ['schemaType'],
  ),
  tables: listOf({ grid: object({ rows: count, cols: count, cells: listOf(cell) }), markdown: text }),
})

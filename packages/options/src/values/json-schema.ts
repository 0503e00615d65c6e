import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

const DRAFT_7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/
const DRAFT_2020 = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/
/** Members that name another schema. */
const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef'])

const settings = { strict: false, validateFormats: false, logger: false } as const
let drafts: { draft7: Ajv; draft2020: Ajv2020 } | undefined

/** Returns whether a value is a JSON Schema of a known draft, 2020-12 unless it names one, that refers only to itself. */
export function isJsonSchema(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { $schema = 'https://json-schema.org/draft/2020-12/schema' } = value as { $schema?: unknown }
  if (typeof $schema !== 'string') return false
  drafts ??= { draft7: new Ajv(settings), draft2020: new Ajv2020(settings) }
  const draft = DRAFT_7.test($schema)
    ? drafts.draft7
    : DRAFT_2020.test($schema)
      ? drafts.draft2020
      : undefined
  if (!draft) return false
  const { $schema: _, ...schema } = value as Record<string, unknown>
  return draft.validateSchema(schema) === true && hasOwnReferences(schema) && hasPatterns(schema)
}

function hasOwnReferences(schema: object): boolean {
  return Object.entries(schema).every(([name, value]: [string, unknown]) => {
    if (REFERENCES.has(name) && typeof value === 'string') return value.startsWith('#')
    return typeof value !== 'object' || value === null || hasOwnReferences(value)
  })
}

/** Returns whether every pattern is a regular expression; none is run. */
function hasPatterns(schema: object): boolean {
  return Object.entries(schema).every(([name, value]: [string, unknown]) => {
    if (name === 'pattern' && typeof value === 'string') return isPattern(value)
    if (typeof value !== 'object' || value === null) return true
    return (name !== 'patternProperties' || Object.keys(value).every(isPattern)) && hasPatterns(value)
  })
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

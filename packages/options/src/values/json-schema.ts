import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isObject } from '../kinds/shapes.ts'

const DRAFT_7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/
const DRAFT_2020 = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/
/** Members that name another schema. */
const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef'])

const settings = { strict: false, validateFormats: false, logger: false } as const
let drafts: { draft7: Ajv; draft2020: Ajv2020 } | undefined

/** Returns whether a value is a JSON Schema of a known draft, 2020-12 unless it names one, whose references lead into itself. */
export function isJsonSchema(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const { $schema: named = 'https://json-schema.org/draft/2020-12/schema', ...schema } = value
  if (typeof named !== 'string') return false
  drafts ??= { draft7: new Ajv(settings), draft2020: new Ajv2020(settings) }
  const draft = DRAFT_7.test(named) ? drafts.draft7 : DRAFT_2020.test(named) ? drafts.draft2020 : undefined
  if (!draft) return false
  return draft.validateSchema(schema) === true && hasOwnReferences(schema) && hasPatterns(schema)
}

/** Returns whether every reference leads to a part of the schema: by a pointer, or by the name of an anchor. */
function hasOwnReferences(root: object): boolean {
  const anchors = new Set<unknown>()
  collectAnchors(root, anchors)
  return isEachOwn(root, root)

  /** Checks one part. Pointers in it begin at the nearest part around it with an address of its own, or at the root. */
  function isEachOwn(schema: object, around: object): boolean {
    const resource = typeof (schema as { $id?: unknown }).$id === 'string' ? schema : around
    return Object.entries(schema).every(([name, value]: [string, unknown]) => {
      if (REFERENCES.has(name) && typeof value === 'string')
        return anchors.has(value) || isPointerIn(resource, value) || isPointerIn(root, value)
      return !hasMembers(value) || isEachOwn(value, resource)
    })
  }
}

function collectAnchors(schema: object, anchors: Set<unknown>): void {
  for (const [name, value] of Object.entries(schema) as [string, unknown][]) {
    if (name === '$anchor' || name === '$dynamicAnchor') anchors.add(`#${String(value)}`)
    // Draft 7 names anchors so.
    if (name === '$id' && typeof value === 'string' && value.startsWith('#')) anchors.add(value)
    if (hasMembers(value)) collectAnchors(value, anchors)
  }
}

/** Returns whether a reference is the JSON Pointer of a schema within another. */
function isPointerIn(schema: object, reference: string): boolean {
  if (!/^#(?:\/|$)/.test(reference)) return false
  let part: unknown = schema
  try {
    for (const name of decodeURIComponent(reference).split('/').slice(1)) {
      const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
      part = hasMembers(part) && Object.hasOwn(part, key) ? part[key] : undefined
    }
  } catch {
    return false
  }
  return hasMembers(part) || typeof part === 'boolean'
}

/** Returns whether a value is an object or a list. */
function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Returns whether every pattern is a regular expression; none is run. */
function hasPatterns(schema: object): boolean {
  return Object.entries(schema).every(([name, value]: [string, unknown]) => {
    if (name === 'pattern' && typeof value === 'string') return isPattern(value)
    if (!hasMembers(value)) return true
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

// Words of JSON Schema and OpenAPI that the parts of the document share.

export type Schema = Record<string, unknown>

type Always<T> = { [K in keyof T as undefined extends T[K] ? never : K]: Schema }
type Sometimes<T> = { [K in keyof T as undefined extends T[K] ? K : never]-?: Schema }

/** The schema of a type of ours: it does not compile while a member is missing, too many, or optional in one only. */
export function shape<T>(always: Always<T>, sometimes: Sometimes<T>): Schema {
  return { type: 'object', properties: { ...always, ...sometimes }, required: Object.keys(always) }
}

export function schemaRef(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

export function json(schema: Schema): Schema {
  return { 'application/json': { schema } }
}

export function text(description: string, more: Schema = {}): Schema {
  return { type: 'string', description, ...more }
}

export function integer(description: string): Schema {
  return { type: 'integer', minimum: 0, description }
}

export function listOf(items: Schema, description: string): Schema {
  return { type: 'array', items, description }
}

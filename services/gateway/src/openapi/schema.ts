// JSON Schema building blocks for the parts of the OpenAPI document.

export type Schema = Record<string, unknown>

type Mandatory<T> = { [K in keyof T as undefined extends T[K] ? never : K]: Schema }
type Optional<T> = { [K in keyof T as undefined extends T[K] ? K : never]-?: Schema }

/** Makes the schema of a TypeScript type. Does not compile when members differ, or are optional in only one of the two. */
export function shape<T>(mandatory: Mandatory<T>, optional: Optional<T>): Schema {
  return { type: 'object', properties: { ...mandatory, ...optional }, required: Object.keys(mandatory) }
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

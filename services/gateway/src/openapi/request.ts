import type { Options } from '@render/options'
import type { Schema } from './schema.ts'

const DESCRIPTION = `Options of a render; \`url\` or \`html\` is required. The schema has the plain form of values. Names may also be
written in camelCase, numbers and flags as text, words in any letter case, and lists as one text. Unknown keys are ignored and
named in \`warnings\`. \`x-state\` says whether an option has an effect (\`works\`) or is accepted without one (\`accepted\`).`

/** Makes the schema of a request for a render from the option table. */
export function requestSchema({ optionsSchema, describeOptions }: Options): Schema {
  const properties = optionsSchema.properties as Record<string, Schema>
  const described = describeOptions().map(({ name, group, unit, state }) => [
    name,
    { ...properties[name], 'x-group': group, 'x-state': state, ...(unit && { 'x-unit': unit }) },
  ])
  return {
    ...optionsSchema,
    description: DESCRIPTION,
    properties: Object.fromEntries(described) as Schema,
    anyOf: [{ required: ['url'] }, { required: ['html'] }],
  }
}

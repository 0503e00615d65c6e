import type { Options } from '@render/options'
import type { Schema } from './schema.ts'

const DESCRIPTION = `Options of a render; \`url\` or \`html\` is required. Names, also of members, may be written in camelCase,
words in any letter case and punctuation, and lists as one text. Numbers and flags may be sent as text too, which this schema leaves
out, so that generated clients have plain types. Unknown keys are ignored and named in \`warnings\`. \`x-state\` says whether an option
has an effect (\`works\`) or is accepted without one (\`accepted\`).`

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

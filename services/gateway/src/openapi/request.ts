import type { Options } from '@render/options'
import type { Schema } from './schema.ts'

const DESCRIPTION = `Options of a render; one of \`url\` and \`html\` is required. Values are given here in their plain form.
Names may also be written in camelCase, numbers and flags as text, words in any letter case, and lists as one text.
Keys that are no option are kept, and named in \`warnings\`. \`x-state\` says whether an option is in effect (\`works\`),
will be (\`planned\`), or is taken without an effect (\`accepted\`).`

/** What creates a render, from the table of options. */
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

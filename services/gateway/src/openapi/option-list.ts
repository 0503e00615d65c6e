import type { FieldDescription, OptionDescription, Options } from '@render/options'
import { listOf, schemaRef, shape, text, type Schema } from './schema.ts'

const names = (description: string) => listOf({ type: 'string' }, description)
const common = {
  description: text('What it is for.'),
  expects: text('Completes "must be ...".'),
  isSecret: {
    type: 'boolean',
    description: 'Whether its value is sealed, and kept out of records and logs.',
  },
}
const words = {
  values: names('Words that it takes.'),
  synonyms: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Other words for values.',
  },
  fields: listOf(schemaRef('OptionMember'), 'Members of an object, or of each object of a list.'),
}

/** What the list of options tells of each. */
export function optionSchemas({ describeOptions }: Options): Record<string, Schema> {
  const kind = { type: 'string', enum: [...new Set(describeOptions().map(({ kind }) => kind))] }
  return {
    Option: shape<OptionDescription>(
      {
        name: text('Name in snake_case.'),
        group: text('What it belongs to.'),
        kind,
        ...common,
        state: { enum: ['works', 'planned', 'accepted'] },
      },
      {
        ...words,
        unit: text('Unit of its number.'),
        minimum: { type: 'number' },
        maximum: { type: 'number' },
        default: { description: 'Value when it is absent.' },
        examples: listOf({ type: ['string', 'number'] }, 'Values that are valid.'),
        reason: text('Why it has no effect.'),
        formats: names('Formats that it has an effect on; all when absent.'),
        needs: names('It has an effect only beside one of these.'),
        aliasOf: text('The option that it is another name of.'),
        shortFor: names('The options that it stands for.'),
      },
    ),
    OptionMember: shape<FieldDescription>({ name: text('Name in snake_case.'), kind, ...common }, words),
  }
}

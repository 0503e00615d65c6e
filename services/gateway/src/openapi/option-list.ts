import type { FieldDescription, OptionDescription, Options } from '@render/options'
import { listOf, schemaRef, shape, text, type Schema } from './schema.ts'

const names = (description: string) => listOf({ type: 'string' }, description)
const common = {
  description: text('What the option does.'),
  expects: text('Valid values; completes "must be ...".'),
  isSecret: {
    type: 'boolean',
    description: 'Whether the value is sealed and kept out of records and logs.',
  },
}
const optional = {
  values: names('Valid words.'),
  synonyms: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Other words for these values.',
  },
  fields: listOf(schemaRef('OptionMember'), 'Members of the object, or of each object in the list.'),
}

/** Schemas of options in the list of options. */
export function optionSchemas({ describeOptions }: Options): Record<string, Schema> {
  const kind = { type: 'string', enum: [...new Set(describeOptions().map(({ kind }) => kind))] }
  return {
    Option: shape<OptionDescription>(
      {
        name: text('Name in snake_case.'),
        group: text('Group of the option.'),
        kind,
        ...common,
        isPrivate: {
          type: 'boolean',
          description:
            'Whether the value is encrypted and kept out of records and logs, but shown to those who set it.',
        },
        state: { enum: ['works', 'accepted'] },
      },
      {
        ...optional,
        unit: text('Unit of the number.'),
        minimum: { type: 'number' },
        maximum: { type: 'number' },
        default: { description: 'Value when the option is absent.' },
        examples: listOf({ type: ['string', 'number'] }, 'Examples of valid values.'),
        reason: text('Reason why the option has no effect.'),
        formats: names('Formats on which the option has an effect; all when absent.'),
        beside: text('Option with which it has an effect on any format, for the file beside.'),
        needs: names('The option has an effect only together with one of these.'),
        overriddenBy: names('The option has no effect where one of these has.'),
        exceptWith: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Options of overriddenBy that do not override where the other one is set.',
        },
        aliasOf: text('Option of which this is another name.'),
        shortFor: names('Options that this one sets.'),
      },
    ),
    OptionMember: shape<FieldDescription>({ name: text('Name in snake_case.'), kind, ...common }, optional),
  }
}

import { ALL_FEATURES, features } from '@render/options'
import { Ajv } from 'ajv'
import { Type, type Static } from 'typebox'
import type { FieldError } from '../api/api-error.ts'
import { fieldErrorsOf } from '../api/validate.ts'

/** The largest value of a 32-bit integer column. */
const MAX_INT32 = 2 ** 31 - 1

const limit = (minimum: number, description: string) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum,
    maximum: MAX_INT32,
    default: null,
    description,
  })

const schema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
    trial: Type.Boolean({ default: false, description: 'Whether it is a trial plan.' }),
    rendersPerPeriod: limit(0, 'Succeeded renders per month and organisation; null for no limit.'),
    rendersPerMinute: limit(1, 'Per key; null for the default of the gateways.'),
    maxOutstanding: limit(1, 'Outstanding renders per project; null for the default of the gateways.'),
    maxMembers: Type.Integer({
      minimum: 1,
      maximum: MAX_INT32,
      default: 10,
      description: 'Members per organisation.',
    }),
    features: Type.Array(Type.Enum([ALL_FEATURES, ...Object.keys(features)]), {
      default: [ALL_FEATURES],
      uniqueItems: true,
      description: 'Feature names; `*` means all, including future ones.',
    }),
  },
  { additionalProperties: false },
)

/** Limits and features of organisations. An entry of the plans file has this form; all members but the name have defaults. */
export type Plan = Omit<Static<typeof schema>, 'features'> & { features: string[] }

const check = new Ajv({ allErrors: true, useDefaults: true, allowUnionTypes: true }).compile<Plan>(schema)

/** Returns the plan with its defaults, or every error with the name of its member; empty for the value as a whole. */
export function parsePlan(value: unknown): { plan: Plan } | { errors: FieldError[] } {
  const plan: unknown = structuredClone(value)
  if (check(plan)) return { plan }
  const errors = fieldErrorsOf(check.errors!)
  return { errors: errors.map(({ path, message }) => ({ path: path.split('.')[0]!, message })) }
}

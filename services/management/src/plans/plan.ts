import { ALL_FEATURES, features } from '@render/options'
import { Ajv, type ErrorObject } from 'ajv'
import { Type, type Static } from 'typebox'

/** The largest number of a column. */
const MOST = 2 ** 31 - 1

const limit = (minimum: number, description: string) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum,
    maximum: MOST,
    default: null,
    description,
  })

const shape = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
    trial: Type.Boolean({ default: false, description: 'Whether it is for trying out.' }),
    rendersPerPeriod: limit(0, 'Succeeded renders a month of an organisation; null for any number.'),
    rendersPerMinute: limit(1, 'Of a key; null for what gateways are configured with.'),
    maxOutstanding: limit(1, 'Of a project that have not ended; null for what gateways are configured with.'),
    maxMembers: Type.Integer({ minimum: 1, maximum: MOST, default: 10, description: 'Of an organisation.' }),
    features: Type.Array(Type.Enum([ALL_FEATURES, ...Object.keys(features)]), {
      default: [ALL_FEATURES],
      uniqueItems: true,
      description: 'By name; `*` is all of them, also those to come.',
    }),
  },
  { additionalProperties: false },
)

/** What an organisation may use: a row of the plans file, and what operators send. All but the name has a default. */
export type Plan = Omit<Static<typeof shape>, 'features'> & { features: string[] }

/** What is wrong with something that should be a plan. */
export interface PlanFault {
  /** The member that it is about; empty when it is the whole. */
  member: string
  /** What it must be, as in "must be integer". */
  message: string
}

// A value may be a number or null.
const check = new Ajv({ allErrors: true, useDefaults: true, allowUnionTypes: true }).compile<Plan>(shape)

/** A plan with its defaults, or all that is wrong with it. */
export function parsePlan(value: unknown): { plan: Plan } | { faults: PlanFault[] } {
  const given: unknown = structuredClone(value)
  return check(given) ? { plan: given } : { faults: check.errors!.map(faultOf) }
}

function faultOf({ instancePath, keyword, params, message }: ErrorObject): PlanFault {
  const [place = ''] = instancePath.split('/').slice(1)
  if (keyword === 'required') return { member: String(params.missingProperty), message: 'is required' }
  if (keyword === 'additionalProperties')
    return { member: String(params.additionalProperty), message: 'is not known here' }
  if (keyword === 'enum')
    return { member: place, message: `must be of ${(params.allowedValues as string[]).join(', ')}` }
  return { member: place, message: message! }
}

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Static, TObject } from 'typebox'
import { invalidRequest, type ApiError, type FieldError } from './api-error.ts'

/**
 * Returns the validated value.
 * @throws {Error} when it is invalid.
 */
type Validator<T = unknown> = (value: unknown) => T

/** Years 1000 to 9999: Postgres prints others in another form. */
const ISO_TIME = /^[1-9]\d{3}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/
const LATEST_MS = Date.UTC(9999, 11, 31)

const bodies = new Ajv({ allErrors: true, strict: true })
/** Query values arrive as text and are converted. `Infinity` becomes a number, which `maximum` then rejects. */
const queries = new Ajv({
  allErrors: true,
  strict: true,
  strictNumbers: false,
  coerceTypes: true,
  useDefaults: true,
})
for (const ajv of [bodies, queries])
  ajv.addFormat('date-time', (text) => ISO_TIME.test(text) && Date.parse(text) < LATEST_MS)

/** Requests of the Management API may only have the declared fields. */
export function bodyValidator(schema: TObject): Validator {
  return validator(closed(schema), invalidPart('body'))
}

/** A parameter without a value, as forms send those that are not filled in, counts as not sent. */
export function queryValidator(schema: TObject): Validator {
  const validate = validator(closed(schema), invalidPart('query'), queries)
  return (query) =>
    validate(Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== '')))
}

/**
 * Returns a function that validates a value, and throws what `toError` makes of all invalid fields. The schema is compiled on
 * first use: a tenth of the start of the service otherwise.
 */
export function validator<S extends TObject>(
  schema: S,
  toError: (errors: FieldError[]) => Error,
  ajv = bodies,
): Validator<Static<S>> {
  let compiled: ValidateFunction<Static<S>> | undefined
  return (value) => {
    const check = (compiled ??= ajv.compile<Static<S>>(schema))
    if (check(value)) return value
    throw toError(fieldErrorsOf(check.errors!))
  }
}

function closed(schema: TObject): TObject {
  return { ...schema, additionalProperties: false } as TObject
}

/** Makes the `BAD_REQUEST` whose paths begin with the part of the request. */
function invalidPart(part: string): (errors: FieldError[]) => ApiError {
  return (errors) =>
    invalidRequest(
      errors.map(({ path, message }) => ({ path: path === '' ? part : `${part}.${path}`, message })),
    )
}

/** Returns the errors with the path of each in the value, which is empty for the value itself. */
export function fieldErrorsOf(errors: ErrorObject[]): FieldError[] {
  return errors.map(({ instancePath, keyword, params, message }) => {
    const named: unknown = keyword === 'required' ? params.missingProperty : params.additionalProperty
    const names = [...instancePath.split('/').slice(1), ...(typeof named === 'string' ? [named] : [])]
    return { path: names.join('.'), message: MESSAGES[keyword]?.(params) ?? message! }
  })
}

const MESSAGES: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known field',
  type: ({ type }) => `must be ${[type].flat().join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
}

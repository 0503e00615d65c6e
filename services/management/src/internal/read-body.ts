import { RenderError } from '@render/errors'
import type { ValidateFunction } from 'ajv'
import type { Static, TObject } from 'typebox'
import type { FieldError } from '../api/api-error.ts'
import { bodies, fieldErrorsOf } from '../api/validate.ts'

/** Returns a function that validates a body. @throws {RenderError} `InvalidOptions` with every invalid member. */
export function bodyReader<S extends TObject>(schema: S): (body: unknown) => Static<S> {
  let compiled: ValidateFunction<Static<S>> | undefined
  return (body) => {
    const check = (compiled ??= bodies.compile<Static<S>>(schema))
    if (check(body)) return body
    throw invalidBody(fieldErrorsOf(check.errors!))
  }
}

/** Builds the error from at least one invalid member; the message quotes the first. */
export function invalidBody(errors: FieldError[]): RenderError {
  const details = errors.map(({ path, message }) => ({ option: path, message: `"${path}" ${message}.` }))
  return new RenderError('InvalidOptions', { message: details[0]!.message, details })
}

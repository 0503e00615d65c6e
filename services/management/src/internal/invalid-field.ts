import { RenderError } from '@render/errors'

/** Builds the error for one field of a request to the internal API. */
export function invalidField(name: string, expected: string): RenderError {
  return RenderError.forOption(name, `"${name}" must be ${expected}.`)
}

/** Builds the error for a field that the request does not have. */
export function unknownField(name: string): RenderError {
  return RenderError.forOption(name, `"${name}" is not a known field.`)
}

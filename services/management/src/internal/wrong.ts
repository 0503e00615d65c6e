import { RenderError } from '@render/errors'

/** A complaint about one member of the body. */
export function wrong(option: string, expected: string): RenderError {
  const message = `"${option}" must be ${expected}.`
  return new RenderError('InvalidOptions', { message, details: [{ option, message }] })
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { RenderError } from '@render/errors'

/** Own keys that turn into a prototype as soon as somebody copies the object carelessly. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A copy of parsed input that is safe to copy, store and write again: half surrogate pairs, which no database takes, are
 * replaced.
 * @throws {RenderError} `InvalidOptions` for a key that would reach a prototype, at any depth.
 */
export function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (FORBIDDEN.has(key)) throw refusal(key)
      return [key.toWellFormed(), cleanValue(item)]
    }),
  )
}

function refusal(key: string): RenderError {
  const message = `The key "${key}" is not allowed.`
  return new RenderError('InvalidOptions', { message, details: [{ option: key, message }] })
}

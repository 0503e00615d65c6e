import { RenderError } from '@render/errors'

/** Keys that could replace a prototype when the object is copied. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Returns a copy of parsed input that is safe to copy and store: lone surrogates, which databases refuse, are replaced.
 * @throws {RenderError} `InvalidOptions` for a key that would reach a prototype, at any depth.
 */
export function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (FORBIDDEN.has(key)) throw RenderError.forOption(key, `The key "${key}" is not allowed.`)
      return [key.toWellFormed(), cleanValue(item)]
    }),
  )
}

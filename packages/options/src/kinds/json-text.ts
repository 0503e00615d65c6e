/** Limits of arrays and objects sent as text in a form; longer ones are not parsed. */
const MAX_BYTES = 256 * 1024
const MAX_NODES = 10_000
const MAX_DEPTH = 32
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses a text that is JSON of an array or object. Any other text is returned unchanged, also JSON that is too large, too
 * deep, has a key that would reach a prototype, or contains a lone surrogate.
 */
export function readJsonText(text: string): unknown {
  if (text.length > MAX_BYTES || !/^\s*[[{]/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return everyText(value, isHarmless) ? value : text
  } catch {
    return text
  }
}

function isHarmless(text: string, isKey: boolean): boolean {
  return text.isWellFormed() && !(isKey && FORBIDDEN.has(text))
}

/** Returns whether all keys and texts of a JSON value pass a test; false for a value that is too large or too deep. */
export function everyText(value: unknown, test: (text: string, isKey: boolean) => boolean): boolean {
  let level = [value]
  let nodes = 0
  for (let depth = 1; level.length > 0; depth++) {
    nodes += level.length
    if (depth > MAX_DEPTH || nodes > MAX_NODES) return false
    if (!level.every((each) => typeof each !== 'string' || test(each, false))) return false
    const objects = level.filter((each): each is object => typeof each === 'object' && each !== null)
    if (!objects.every((each) => Array.isArray(each) || Object.keys(each).every((key) => test(key, true))))
      return false
    level = objects.flatMap((each) => Object.values(each) as unknown[])
  }
  return true
}

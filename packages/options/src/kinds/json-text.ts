/** Arrays and objects inside a form are short: what is longer is refused before it costs anything. */
const MOST_BYTES = 256 * 1024
const MOST_NODES = 10_000
const MOST_DEPTH = 32
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The array or object that a text is the JSON of. Anything else comes back as it is, and so does what is too large, too
 * deep, would reach a prototype, or holds half of a character.
 */
export function readJsonText(text: string): unknown {
  if (text.length > MOST_BYTES || !/^\s*[[{]/.test(text)) return text
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

/** Whether all keys and texts of JSON pass a test; no for what is too large or too deep to be looked at. */
export function everyText(value: unknown, test: (text: string, isKey: boolean) => boolean): boolean {
  let level = [value]
  let nodes = 0
  for (let depth = 1; level.length > 0; depth++) {
    nodes += level.length
    if (depth > MOST_DEPTH || nodes > MOST_NODES) return false
    if (!level.every((each) => typeof each !== 'string' || test(each, false))) return false
    const objects = level.filter((each): each is object => typeof each === 'object' && each !== null)
    if (!objects.every((each) => Array.isArray(each) || Object.keys(each).every((key) => test(key, true))))
      return false
    level = objects.flatMap((each) => Object.values(each) as unknown[])
  }
  return true
}

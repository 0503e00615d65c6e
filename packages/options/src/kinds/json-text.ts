/** Arrays and objects inside a form are short: what is longer is refused before it costs anything. */
const MOST_BYTES = 256 * 1024
const MOST_NODES = 10_000
const MOST_DEPTH = 32
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The array or object that a text is the JSON of. Anything else comes back as it is, and so does what is too large, too
 * deep or would reach a prototype.
 */
export function readJsonText(text: string): unknown {
  if (text.length > MOST_BYTES || !/^\s*[[{]/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return isHarmless(value) ? value : text
  } catch {
    return text
  }
}

function isHarmless(value: unknown): boolean {
  let level = [value]
  let nodes = 0
  for (let depth = 1; level.length > 0; depth++) {
    nodes += level.length
    if (depth > MOST_DEPTH || nodes > MOST_NODES) return false
    const objects = level.filter((each): each is object => typeof each === 'object' && each !== null)
    if (objects.some((each) => Object.keys(each).some((key) => FORBIDDEN.has(key)))) return false
    level = objects.flatMap((each) => Object.values(each) as unknown[])
  }
  return true
}

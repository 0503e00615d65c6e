const LONGEST = 60

/** A value as it is shown in messages: short. */
export function shown(value: unknown): string {
  const json = jsonOf(value)
  return json.length > LONGEST ? printable(`${json.slice(0, LONGEST)}…`) : printable(json)
}

/** A key from a stranger as it is shown in messages. */
export function shownKey(key: string): string {
  return printable(key.length > LONGEST ? `${key.slice(0, LONGEST)}…` : key)
}

/** Writing a large value only to cut it would take long: its text is cut first. */
function jsonOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, LONGEST + 1))
  if (Array.isArray(value) && value.length > LONGEST) return `a list of ${value.length} items`
  return JSON.stringify(value) ?? String(value)
}

/** Messages are stored and shown: no control characters, no half of a surrogate pair that the cut left. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
}

const MAX_LENGTH = 60

/** Formats a value for a message, shortened. */
export function displayValue(value: unknown): string {
  const json = jsonOf(value)
  return json.length > MAX_LENGTH ? printable(`${json.slice(0, MAX_LENGTH)}…`) : printable(json)
}

/** Formats a key that a caller sent for a message, shortened. */
export function displayKey(key: string): string {
  return printable(key.length > MAX_LENGTH ? `${key.slice(0, MAX_LENGTH)}…` : key)
}

/** Cuts a long text before it is serialised, which would take long. */
function jsonOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_LENGTH + 1))
  if (Array.isArray(value) && value.length > MAX_LENGTH) return `a list of ${value.length} items`
  return JSON.stringify(value) ?? String(value)
}

/** Removes control characters and lone surrogates, which the cut can leave: messages are stored and displayed. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
}

const DEEPEST = 4
const MOST_CHARACTERS = 2000

/** An error for the log: what it says and whence it came, its causes too, addresses cut down to their origin. */
export function describeCause(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) }
  const { name, message, stack, cause } = error
  return {
    name,
    message: withoutAddresses(message),
    at: stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim())
      .slice(0, 6),
    ...(cause !== undefined && depth < DEEPEST && { cause: describeCause(cause, depth + 1) }),
  }
}

/** Paths, queries and credentials are the caller's, and a `data:` address is a whole page. */
function withoutAddresses(text: string): string {
  return text
    .replace(/\bdata:.*/s, 'data:...')
    .replaceAll(/\bhttps?:\/\/[^\s"'<>]+/g, (address) => `${URL.parse(address)?.origin ?? 'http:'}/...`)
    .slice(0, MOST_CHARACTERS)
}

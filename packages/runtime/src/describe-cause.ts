const MAX_DEPTH = 4
const MAX_CHARACTERS = 2000
const MAX_FRAMES = 6
/** Tries each run of letters that can be a scheme only once, so that long texts take time linear in their length. */
const ADDRESSES = /(?<![a-z\d+.-])([\d+.-]*)(([a-z][a-z\d+.-]*:)\/\/[^\s"'<>]+)/gi

interface Cause {
  name?: string
  message: string
  code?: string
  /** The first frames of the stack. */
  at?: string[]
  cause?: Cause
}

/**
 * Describes an error and its causes for the log. Takes named fields only, as errors of clients also carry requests and
 * commands; texts are redacted.
 */
export function describeCause(error: unknown): Cause {
  return describeAtDepth(error, 0)
}

/**
 * Removes what must not be logged from a message: of URLs only the scheme, for http and https the origin, is kept; `data:`
 * URLs and API keys are removed. Cuts the text to 2000 characters.
 */
export function redact(message: string): string {
  return message
    .replaceAll(/\bdata:.*/gs, 'data:...')
    .replaceAll(ADDRESSES, (_, before: string, url: string, scheme: string) => {
      const origin = /^https?:$/i.test(scheme) ? URL.parse(url)?.origin : undefined
      return before + (origin ? `${origin}/...` : `${scheme}//...`)
    })
    .replaceAll(/\b(sk|pk|mk|whsec)_[^\s"'<>]+/g, '$1_...')
    .slice(0, MAX_CHARACTERS)
}

function describeAtDepth(error: unknown, depth: number): Cause {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? redact(error) : typeof error }
  const { name, message, stack, cause } = error
  const { code } = error as NodeJS.ErrnoException
  return {
    name,
    message: redact(message),
    ...(code !== undefined && { code }),
    at: framesOf(stack),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: describeAtDepth(cause, depth + 1) }),
  }
}

function framesOf(stack = ''): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .slice(0, MAX_FRAMES)
}

// Parses JSON of callers. Its structure is checked before it is parsed: parsing an array of two million numbers blocks
// the process for a second, and 100,000 nested arrays overflow the stack when they are serialised.
import { RenderError } from '@render/errors'

/** Limits of a JSON text. */
export interface JsonLimits {
  depth: number
  /** Values of all kinds, with the outermost. */
  nodes: number
  /** Keys of one object. */
  keys: number
  /** Items of one array. */
  items: number
}

export const jsonLimits: JsonLimits = { depth: 32, nodes: 10_000, keys: 500, items: 1000 }

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const BRACKET_END = 0x5d
const BRACE = 0x7b
const BRACE_END = 0x7d
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d])

interface Container {
  isObject: boolean
  members: number
}

/**
 * Parses UTF-8 JSON within the limits, with or without a byte order mark; the last of duplicate keys counts.
 * @throws {RenderError} `InvalidOptions` for text that is not JSON or exceeds a limit.
 */
export function readJson(bytes: Buffer, limits: JsonLimits = jsonLimits): unknown {
  refuseExpensive(bytes, limits)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw refusal('The body is not valid JSON in UTF-8.')
  }
}

/** Counts containers and members; the parser reports text that is not JSON. */
function refuseExpensive(bytes: Buffer, limits: JsonLimits): void {
  const open: Container[] = []
  let nodes = 1

  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = endOfText(bytes, at)
    } else if (byte === BRACE || byte === BRACKET) {
      open.push({ isObject: byte === BRACE, members: 0 })
      if (open.length > limits.depth) throw refusal(`The body is nested deeper than ${limits.depth}.`)
      if (byte === BRACKET && !isClosedAtOnce(bytes, at)) addMember()
    } else if (byte === BRACE_END || byte === BRACKET_END) {
      open.pop()
    } else if (byte === COMMA && open.at(-1)?.isObject === false) {
      addMember()
    } else if (byte === COLON) {
      addMember()
    }
  }

  function addMember(): void {
    const container = open.at(-1)
    if (!container) return
    container.members++
    nodes++
    const { isObject, members } = container
    if (members > (isObject ? limits.keys : limits.items))
      throw refusal(
        isObject
          ? `An object of the body has more than ${limits.keys} keys.`
          : `An array of the body has more than ${limits.items} items.`,
      )
    if (nodes > limits.nodes) throw refusal(`The body has more than ${limits.nodes} values.`)
  }
}

/** Returns the index of the quote that ends a string, or the length of the text. */
function endOfText(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return bytes.length
}

function isClosedAtOnce(bytes: Buffer, bracket: number): boolean {
  let at = bracket + 1
  while (BLANKS.has(bytes[at]!)) at++
  return bytes[at] === BRACKET_END
}

function refusal(message: string): RenderError {
  return new RenderError('InvalidOptions', { message })
}

import {
  ARRAY,
  BINARY,
  DOUBLE,
  END,
  ENVELOPE,
  ENVELOPE_BYTES,
  FALSE,
  Low,
  LOW_BITS,
  Major,
  MAP,
  NULL,
  TRUE,
} from './cbor.ts'

const SIMPLE = new Map<number, unknown>([
  [TRUE, true],
  [FALSE, false],
  [NULL, null],
])
const OWN = { enumerable: true, writable: true, configurable: true }

/**
 * Decodes a message of a browser. Files in it, such as captures, are buffers if that is wanted, and otherwise base64 as in
 * JSON.
 * @throws {Error} when the browser does not keep to the format.
 */
export function decodeMessage(message: Buffer, files: 'buffer' | 'base64' = 'base64'): unknown {
  const { isAtEnd, next, skip, sizeOf } = startReading(message)

  function map(): object {
    const entries: Record<string, unknown> = {}
    while (!isAtEnd()) {
      const key = value() as string
      // As in JSON, no key is special.
      if (key === '__proto__') Object.defineProperty(entries, key, { value: value(), ...OWN })
      else entries[key] = value()
    }
    return entries
  }

  function array(): unknown[] {
    const items: unknown[] = []
    while (!isAtEnd()) items.push(value())
    return items
  }

  function file(): string | Buffer {
    const bytes = sizeOf(next())
    const start = skip(bytes)
    const found = message.subarray(start, start + bytes)
    return files === 'buffer' ? found : found.toString('base64')
  }

  function value(): unknown {
    const first = next()
    switch (first) {
      case ENVELOPE[0]:
        skip(ENVELOPE_BYTES - 1)
        return value()
      case MAP:
        return map()
      case ARRAY:
        return array()
      case BINARY:
        return file()
      case DOUBLE:
        return message.readDoubleBE(skip(8))
      default:
        return SIMPLE.has(first) ? SIMPLE.get(first) : item(first)
    }
  }

  function item(first: number): unknown {
    const size = sizeOf(first)
    const major = first >> 5
    if (major === Major.positive) return size
    if (major === Major.negative) return -1 - size
    if (major > Major.text) throw unknownItem(first)
    const start = skip(size)
    return message.toString(major === Major.text ? 'utf8' : 'utf16le', start, start + size)
  }

  return value()
}

/** Reads a message from its first byte on. */
function startReading(message: Buffer) {
  let at = 0

  function skip(bytes: number): number {
    const start = at
    at += bytes
    if (at > message.length) throw new Error('A message of the browser is incomplete.')
    return start
  }
  return {
    /** Passes over the next bytes and returns the place of the first one. */
    skip,
    next: (): number => message[skip(1)]!,
    /** Returns whether a map or an array ends here, and passes over its end. */
    isAtEnd: (): boolean => {
      const isEnd = message[at] === END
      if (isEnd) at += 1
      return isEnd
    },
    /** Returns the value or length of an item that begins with this byte. */
    sizeOf: (first: number): number => {
      const low = first & LOW_BITS
      if (low < Low.one) return low
      if (low > Low.four) throw unknownItem(first)
      const bytes = 2 ** (low - Low.one)
      return message.readUIntBE(skip(bytes), bytes)
    },
  }
}

function unknownItem(first: number): Error {
  return new Error(`A message of the browser has an item that begins with ${first}.`)
}

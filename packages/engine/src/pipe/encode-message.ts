import { ARRAY, DOUBLE, END, ENVELOPE, FALSE, Low, Major, MAP, NULL, TRUE } from './cbor.ts'

const INT_LIMIT = 2 ** 31

/** Encodes a message for a browser; it is one that JSON could express. */
export function encodeMessage(message: object): Buffer {
  const parts: Buffer[] = []
  let bytes = 0

  function add(part: Buffer): void {
    parts.push(part)
    bytes += part.length
  }

  function addMap(map: object): void {
    const head = Buffer.from([...ENVELOPE, 0, 0, 0, 0, MAP])
    add(head)
    const start = bytes - 1
    for (const [key, value] of Object.entries(map)) {
      if (value === undefined) continue
      addString(key)
      addValue(value)
    }
    add(Buffer.from([END]))
    head.writeUInt32BE(bytes - start, ENVELOPE.length)
  }

  /** Text with half of a surrogate pair cannot be written in UTF-8. */
  function addString(text: string): void {
    const isText = text.isWellFormed()
    const encoded = Buffer.from(text, isText ? 'utf8' : 'utf16le')
    add(headOf(isText ? Major.text : Major.bytes, encoded.length))
    add(encoded)
  }

  function addNumber(value: number): void {
    if (!Number.isFinite(value)) add(Buffer.from([NULL]))
    else if (Number.isInteger(value) && Math.abs(value) < INT_LIMIT)
      add(value < 0 ? headOf(Major.negative, -1 - value) : headOf(Major.positive, value))
    else {
      const double = Buffer.alloc(9, DOUBLE)
      double.writeDoubleBE(value, 1)
      add(double)
    }
  }

  function addValue(value: unknown): void {
    if (typeof value === 'string') addString(value)
    else if (typeof value === 'number') addNumber(value)
    else if (typeof value === 'boolean') add(Buffer.from([value ? TRUE : FALSE]))
    else if (Array.isArray(value)) {
      add(Buffer.from([ARRAY]))
      for (const one of value) addValue(one)
      add(Buffer.from([END]))
    } else if (typeof value === 'object' && value !== null) addMap(value)
    else add(Buffer.from([NULL]))
  }

  addMap(message)
  return Buffer.concat(parts, bytes)
}

/** Returns the first bytes of an item: its type, and its value or length. */
function headOf(major: number, size: number): Buffer {
  const type = major << 5
  if (size < Low.one) return Buffer.from([type | size])
  if (size < 0x1_00) return Buffer.from([type | Low.one, size])
  if (size < 0x1_00_00) return Buffer.from([type | Low.two, size >> 8, size & 0xff])
  const head = Buffer.from([type | Low.four, 0, 0, 0, 0])
  head.writeUInt32BE(size, 1)
  return head
}

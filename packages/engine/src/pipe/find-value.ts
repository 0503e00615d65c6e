// Looks at the first bytes of a message of a browser that may not be whole, without decoding it.
import { ARRAY, BINARY, DOUBLE, END, ENVELOPE, ENVELOPE_BYTES, Low, LOW_BITS, Major, MAP } from './cbor.ts'
import { decodeMessage } from './decode-message.ts'

const DOUBLE_BYTES = 9
/** Deeper values than those that are looked for are not walked through. */
const MAX_DEPTH = 20

/** Returns the place of a value by the keys of the maps that it is in; undefined when the bytes do not reach it. */
export function findValue(head: Buffer, ...keys: string[]): number | undefined {
  let at: number | undefined = 0
  for (const key of keys) {
    at = findEntry(head, at, key)
    if (at === undefined) return undefined
  }
  return at
}

/** Returns the string or whole number at a place; undefined for another value, and for one that is not whole. */
export function readValue(head: Buffer, at: number | undefined): unknown {
  if (at === undefined || head[at]! >> 5 > Major.text || (head[at]! & LOW_BITS) > Low.four) return undefined
  const end = endOf(head, at)
  return end === undefined || end > head.length ? undefined : decodeMessage(head.subarray(at, end))
}

/** Returns whether the text at a place begins with `start`. */
export function beginsWith(head: Buffer, at: number | undefined, start: string): boolean {
  if (at === undefined || head[at]! >> 5 !== Major.text) return false
  const from = at + headBytes(head[at]!)
  return head.toString('latin1', from, from + start.length) === start
}

function findEntry(head: Buffer, map: number, wanted: string): number | undefined {
  let at = map + (head[map] === ENVELOPE[0] ? ENVELOPE_BYTES : 0)
  if (head[at] !== MAP) return undefined
  at += 1
  while (at < head.length && head[at] !== END) {
    const value = endOf(head, at)
    if (value === undefined || value >= head.length) return undefined
    const isAsLong = value - at === headBytes(head[at]!) + wanted.length
    if (isAsLong && beginsWith(head, at, wanted)) return value
    const next = endOf(head, value)
    if (next === undefined) return undefined
    at = next
  }
  return undefined
}

/** Returns where an item ends, which can be after the end of these bytes; undefined when they do not say. */
function endOf(head: Buffer, at: number, depth = 0): number | undefined {
  const first = head[at]
  if (first === undefined || at + headBytes(first) > head.length || depth > MAX_DEPTH) return undefined
  if (first === ENVELOPE[0]) return at + ENVELOPE_BYTES + head.readUInt32BE(at + ENVELOPE.length)
  if (first === BINARY) return endOf(head, at + 1, depth + 1)
  if (first === DOUBLE) return at + DOUBLE_BYTES
  if (first === ARRAY || first === MAP) {
    let item: number | undefined = at + 1
    while (item !== undefined && head[item] !== END) item = endOf(head, item, depth + 1)
    return item === undefined ? undefined : item + 1
  }
  const major = first >> 5
  const hasBody = major === Major.text || major === Major.bytes
  return at + headBytes(first) + (hasBody ? sizeOf(head, at) : 0)
}

/** Returns the number of bytes that an item's type and its value or length take. */
function headBytes(first: number): number {
  if (first === ENVELOPE[0]) return ENVELOPE_BYTES
  const major = first >> 5
  if (major > Major.text) return 1
  const low = first & LOW_BITS
  return low < Low.one ? 1 : 1 + 2 ** (low - Low.one)
}

function sizeOf(head: Buffer, at: number): number {
  const bytes = headBytes(head[at]!) - 1
  return bytes === 0 ? head[at]! & LOW_BITS : head.readUIntBE(at + 1, Math.min(bytes, 4))
}

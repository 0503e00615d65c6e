// The parts of CBOR (RFC 8949) that browsers use for the protocol's messages. Every map has an envelope, whose head says how many
// bytes it has, so that one can be passed over.

/** Begins an envelope; four bytes with its length follow. */
export const ENVELOPE = Buffer.from([0xd8, 0x18, 0x5a])
/** The length of an envelope's head. */
export const ENVELOPE_BYTES = 7
/** The first byte of a map and of an array of any length, and the byte that ends either. */
export const MAP = 0xbf
export const ARRAY = 0x9f
export const END = 0xff
/** Begins bytes that JSON would write in base64. */
export const BINARY = 0xd6
/** Begins a number of eight bytes. */
export const DOUBLE = 0xfb
export const FALSE = 0xf4
export const TRUE = 0xf5
export const NULL = 0xf6

/** Types of other items, in the upper three bits of their first byte. `bytes` are strings in UTF-16. */
export const Major = { positive: 0, negative: 1, bytes: 2, text: 3 } as const
/** The lower five bits are the value or length of an item, or say that it takes one, two or four bytes more. */
export const LOW_BITS = 0x1f
export const Low = { one: 24, two: 25, four: 26 } as const

const DATA = Buffer.from('"result":{"data":"')
const QUOTE = 0x22
/** The reply begins with its id. */
const HEAD_BYTES = 64
/** Small enough for a string that the engine of JavaScript need not keep outside of its heap; a multiple of four. */
const SLICE_BYTES = 65_536

/**
 * Decodes the file in a reply of the protocol, such as a capture, without parsing it as JSON, which takes longer than the
 * rest. Returns undefined for a reply that does not begin with a file.
 */
export function readData(reply: Buffer): Buffer | undefined {
  const at = reply.subarray(0, HEAD_BYTES).indexOf(DATA)
  if (at < 0) return undefined
  const start = at + DATA.length
  const end = reply.indexOf(QUOTE, start)
  return end < 0 ? undefined : decode(reply.subarray(start, end))
}

/** Decodes base64 slice by slice: one long string would take three times the CPU. */
function decode(base64: Buffer): Buffer {
  const file = Buffer.allocUnsafeSlow(Math.floor((base64.length * 3) / 4))
  let length = 0
  for (let at = 0; at < base64.length; at += SLICE_BYTES)
    length += file.write(base64.toString('latin1', at, at + SLICE_BYTES), length, 'base64')
  return file.subarray(0, length)
}

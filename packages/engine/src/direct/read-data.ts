const DATA = Buffer.from('"result":{"data":"')
const QUOTE = 0x22
/** The reply begins with its id. */
const HEAD_BYTES = 64

/**
 * Decodes the file in a reply of the protocol, such as a capture, without parsing it as JSON, which takes longer than the
 * rest. Returns undefined for a reply that does not begin with a file.
 */
export function readData(reply: Buffer): Buffer | undefined {
  const at = reply.subarray(0, HEAD_BYTES).indexOf(DATA)
  if (at < 0) return undefined
  const start = at + DATA.length
  const end = reply.indexOf(QUOTE, start)
  return end < 0 ? undefined : Buffer.from(reply.toString('latin1', start, end), 'base64')
}

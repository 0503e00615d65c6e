const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** A chunk has its length, its type and a checksum around its data. */
const CHUNK_BYTES = 12

/** Returns the size of a PNG by its header; undefined for one with a colour profile, and for other files. */
export function pngSize(file: Buffer): { width: number; height: number } | undefined {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  for (
    let at = SIGNATURE.length;
    at + CHUNK_BYTES <= file.length;
    at += CHUNK_BYTES + file.readUInt32BE(at)
  ) {
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'iCCP') return undefined
    if (type === 'IDAT') return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
  }
  return undefined
}

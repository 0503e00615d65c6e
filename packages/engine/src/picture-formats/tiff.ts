/** Bare pixels with their colour profile. */
export interface ProfiledPixels {
  /** 8-bit samples. */
  body: Buffer
  width: number
  height: number
  channels: 3 | 4
  icc: Buffer
}

const HEADER_BYTES = 8
const ENTRY_BYTES = 12

type Entry = [tag: number, type: number, count: number, value: number]
/** TIFF value types. */
const SHORT = 3
const LONG = 4
const UNDEFINED = 7

/**
 * Prefixes bare pixels with a TIFF header (TIFF 6.0, section 8: uncompressed, one strip), so that sharp keeps their
 * profile: it converts the colours of raw input to a given profile, but not those of a file.
 */
export function toTiff({ body, width, height, channels, icc }: ProfiledPixels): Buffer {
  const hasAlpha = channels === 4
  const entryCount = hasAlpha ? 12 : 11
  const bitsAt = HEADER_BYTES + 2 + entryCount * ENTRY_BYTES + 4
  const iccAt = bitsAt + channels * 2
  const bodyAt = iccAt + icc.length
  const entries: Entry[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    // Offset of the bits per sample.
    [258, SHORT, channels, bitsAt],
    // No compression.
    [259, SHORT, 1, 1],
    // RGB.
    [262, SHORT, 1, 2],
    [273, LONG, 1, bodyAt],
    [277, SHORT, 1, channels],
    // Rows per strip.
    [278, LONG, 1, height],
    [279, LONG, 1, body.length],
    // Interleaved samples.
    [284, SHORT, 1, 1],
    // The fourth sample is unassociated alpha.
    ...(hasAlpha ? ([[338, SHORT, 1, 2]] satisfies Entry[]) : []),
    [34_675, UNDEFINED, icc.length, iccAt],
  ]
  const head = Buffer.alloc(bitsAt)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(HEADER_BYTES, 4)
  head.writeUInt16LE(entryCount, HEADER_BYTES)
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = HEADER_BYTES + 2 + index * ENTRY_BYTES
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(count, at + 4)
    head.writeUInt32LE(value, at + 8)
  }
  const bits = Buffer.from(Array.from({ length: channels }, () => [8, 0]).flat())
  return Buffer.concat([head, bits, icc, body])
}

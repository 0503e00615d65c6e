// TrueType by hand: https://learn.microsoft.com/typography/opentype/spec
/** Units per em; the letter is a square of this size. */
const EM = 1000

/** Returns a font with one letter: A is a solid square of the font's size. */
export function blockFont(): Buffer {
  return assemble({
    'OS/2': table(
      [4, EM, 400, 5, 0], // version, average width, weight, width, licence: installable
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], // sub- and superscripts, strike-out, family class
      [0, 0, 0, 0, 0], // panose
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], // Unicode ranges, vendor
      [0x40, 65, 65, EM, 0, 0, EM, 0], // regular; first and last letter; ascender, descender, gap; ascent, descent
      [0, 1, 0, 0, EM, EM, 0, 65, 0], // code pages, x height, cap height, default and break letter, context
    ),
    // One table for Windows and Unicode, format 4: one segment with A as glyph 1, and the final segment.
    cmap: table([0, 1, 3, 1, 0, 12], [4, 32, 0, 4, 4, 1, 0, 65, 0xffff, 0, 65, 0xffff, 1 - 65, 1, 0, 0]),
    // One contour of four points: bounding box, four flags, x deltas, y deltas.
    glyf: table([1, 0, 0, EM, EM, 3, 0, 0x0101, 0x0101], [0, 0, EM, 0, 0, EM, 0, -EM]),
    head: table(
      [1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, EM], // versions, checksum (omitted), magic number, flags, units
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, EM, EM], // made, changed, box
      [0, 8, 2, 0, 0], // style, smallest size, direction, short offsets, format
    ),
    hhea: table([1, 0, EM, 0, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, 2]),
    hmtx: table([EM, 0, EM, 0]),
    loca: table([0, 0, 17]), // in pairs of bytes: an empty glyph, then the square
    maxp: table([1, 0, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    name: table([0, 0, 6]),
    post: table([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  })
}

/** Encodes 16-bit numbers. */
function table(...rows: number[][]): Buffer {
  return Buffer.from(rows.flat().flatMap((value) => [value >> 8, value]))
}

/** Writes the table directory, then the tables, each aligned to four bytes. */
function assemble(tables: Record<string, Buffer>): Buffer {
  const names = Object.keys(tables)
  const contents: Buffer[] = []
  let offset = 12 + 16 * names.length
  const directory = names.map((name) => {
    const { length } = tables[name]!
    const padded = Buffer.concat([tables[name]!, Buffer.alloc(-length & 3)])
    contents.push(padded)
    const entry = Buffer.concat([Buffer.from(name), table([0, 0, 0, offset, 0, length])]) // checksum omitted
    offset += padded.length
    return entry
  })
  const searchRange = 16 * 2 ** Math.floor(Math.log2(names.length))
  const header = table([
    1,
    0,
    names.length,
    searchRange,
    Math.log2(searchRange / 16),
    16 * names.length - searchRange,
  ])
  return Buffer.concat([header, ...directory, ...contents])
}

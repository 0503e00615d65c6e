/** A page drawn in shades of grey, a byte for each pixel, row by row. */
export interface GreyPage {
  width: number
  height: number
  pixels: Buffer
}

const HEAD = /^P5\s(\d+)\s(\d+)\s255\s/
const HEAD_BYTES = 64

/** Reads binary portable greymaps that follow one another. */
export function readGreyPages(output: Buffer): GreyPage[] {
  const pages: GreyPage[] = []
  for (let at = 0; at < output.length;) {
    const head = HEAD.exec(output.toString('latin1', at, at + HEAD_BYTES))
    if (!head) throw new Error('Not a greymap.')
    const [width, height] = [Number(head[1]), Number(head[2])]
    const start = at + head[0].length
    at = start + width * height
    pages.push({ width, height, pixels: output.subarray(start, at) })
  }
  return pages
}

/** Returns the number of rows down to the last one that differs from the empty rows at the end; 0 for a page of one shade. */
export function paintedRows({ width, height, pixels }: GreyPage): number {
  const empty = pixels.at(-1)
  let last = pixels.length - 1
  while (last >= 0 && pixels[last] === empty) last -= 1
  return Math.min(height, Math.ceil((last + 1) / width))
}

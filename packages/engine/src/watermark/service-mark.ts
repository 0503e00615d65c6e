import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { NoPicture, pictureAddress } from './picture-address.ts'

/**
 * Returns the service's own mark as a `data:` address: the operator's file or, without one, our default.
 * @throws {Error} naming `WATERMARK_FILE`, for the operator, when the file is not a usable picture.
 */
export async function readServiceMark(file: string | undefined, maxPixels: number): Promise<string> {
  if (!file) return OURS
  try {
    return await checkedAddress(await readFile(file), maxPixels)
  } catch (error) {
    const reason = error instanceof NoPicture ? error.message : 'it cannot be read'
    throw new Error(`WATERMARK_FILE is ${file}, which must be an image: ${reason}.`, { cause: error })
  }
}

/** Only the operator's file is read here; the browser reads those of callers. */
async function checkedAddress(body: Buffer, maxPixels: number): Promise<string> {
  const address = pictureAddress(body)
  if (address.startsWith('data:image/svg+xml')) return address
  const { width, height } = await sharp(body).metadata()
  if (width * height > maxPixels) throw new NoPicture(`it has more than ${maxPixels} pixels`)
  return address
}

/** Our default mark shows the corners of a picture around a lens, in 48 x 48 CSS pixels. */
const OURS = `data:image/svg+xml,${encodeURIComponent(`
<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">
  <rect width="48" height="48" rx="11" fill="#202124" fill-opacity=".62"/>
  <g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".92">
    <path d="M11 18v-4a3 3 0 0 1 3-3h4M30 11h4a3 3 0 0 1 3 3v4M37 30v4a3 3 0 0 1-3 3h-4M18 37h-4a3 3 0 0 1-3-3v-4"/>
    <circle cx="24" cy="24" r="5.5"/>
  </g>
</svg>`)}`

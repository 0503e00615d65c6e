import sharp from 'sharp'
import type { Subject } from './subject.ts'

/** @throws {Error} unless both subjects produce identical pixels for every URL. */
export async function requireSamePictures(
  subjects: readonly [Subject, Subject],
  urls: string[],
): Promise<void> {
  for (const url of urls) {
    const [one, other] = await Promise.all(
      subjects.map(async (subject) => pixels(await subject.picture(url))),
    )
    if (!one!.equals(other!)) throw new Error(`The subjects produce different pictures of ${url}.`)
  }
}

/** Returns the size and pixels of a picture for comparison. */
export async function pixels(file: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return Buffer.concat([Buffer.from(`${info.width}x${info.height};`), data])
}

import sharp from 'sharp'
import type { Subject } from './subject.ts'

/** Throws unless both subjects make the same picture of every address, pixel for pixel. */
export async function requireSamePictures(
  subjects: readonly [Subject, Subject],
  urls: string[],
): Promise<void> {
  for (const url of urls) {
    const [one, other] = await Promise.all(
      subjects.map(async (subject) => pixels(await subject.picture(url))),
    )
    if (!one!.equals(other!)) throw new Error(`The subjects make different pictures of ${url}.`)
  }
}

/** The pixels of a picture with its size, to be compared. */
export async function pixels(file: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return Buffer.concat([Buffer.from(`${info.width}x${info.height};`), data])
}

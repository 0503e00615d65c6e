import sharp, { type Metadata } from 'sharp'
import { recognisePicture } from './recognise-picture.ts'

/**
 * Returns a picture's file as a `data:` address for the browser to show. Only the header of the file is read here, and
 * nothing of markup.
 * @throws {NoPicture} when the file is not a picture, or has too many pixels.
 */
export async function pictureAddress(body: Buffer, mostPixels: number): Promise<string> {
  const kind = recognisePicture(body)
  if (!kind) throw new NoPicture('it is not a picture that browsers show')
  if (kind === 'svg') return addressOf('image/svg+xml', body)
  const { width, height } = await readHeader(body)
  if (width * height > mostPixels) throw new NoPicture(`it has more than ${mostPixels} pixels`)
  return addressOf(`image/${kind}`, body)
}

/** Says why a file cannot be shown as a picture. Error messages append its message after a colon. */
export class NoPicture extends Error {}

async function readHeader(body: Buffer): Promise<Metadata> {
  try {
    return await sharp(body).metadata()
  } catch {
    throw new NoPicture('it is not a picture that browsers show')
  }
}

function addressOf(type: string, body: Buffer): string {
  return `data:${type};base64,${body.toString('base64')}`
}

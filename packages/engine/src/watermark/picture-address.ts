import sharp, { type Metadata } from 'sharp'

/** Pictures that browsers show. */
const KINDS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif', 'heif'])
const MARKUP = /^\uFEFF?\s*</

/**
 * A picture's file as a `data:` address for the browser to show. Only its head is read here.
 * @throws {NoPicture} when it is none, or has more pixels than it may.
 */
export async function pictureAddress(body: Buffer, mostPixels: number): Promise<string> {
  if (MARKUP.test(body.toString('utf8', 0, 100))) return addressOf('image/svg+xml', body)
  const { format, width, height } = await readHead(body)
  if (!KINDS.has(format)) throw new NoPicture('it is none')
  if (width * height > mostPixels) throw new NoPicture(`it has more than ${mostPixels} pixels`)
  return addressOf(format === 'heif' ? 'image/avif' : `image/${format}`, body)
}

/** Why a file cannot be shown as a picture, to follow a colon. */
export class NoPicture extends Error {}

async function readHead(body: Buffer): Promise<Metadata> {
  try {
    return await sharp(body).metadata()
  } catch {
    throw new NoPicture('it is none')
  }
}

function addressOf(type: string, body: Buffer): string {
  return `data:${type};base64,${body.toString('base64')}`
}

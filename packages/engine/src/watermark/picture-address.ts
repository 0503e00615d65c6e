import { recognisePicture, type PictureKind } from './recognise-picture.ts'

const TYPES: Record<PictureKind, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
}

/**
 * Returns a picture's file as a `data:` address for the browser, which reads it in its sandbox.
 * @throws {NoPicture} when the file is not a picture.
 */
export function pictureAddress(body: Buffer): string {
  const kind = recognisePicture(body)
  if (!kind) throw new NoPicture('it is not an image type that browsers show')
  return `data:${TYPES[kind]};base64,${body.toString('base64')}`
}

/** Says why a file cannot be shown as a picture. Error messages append its message after a colon. */
export class NoPicture extends Error {}

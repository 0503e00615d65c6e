import type { OverlayOptions, Sharp } from 'sharp'
import type { Work } from '../work.ts'
import { openPicture, type Picture } from './picture.ts'

type Parts = Pick<Work, 'picture' | 'captures' | 'signal'>
type Change = (image: Sharp) => Sharp

/** Changes the pixels of a picture. They stay bare until it is encoded at the end, so that no change costs quality. */
export async function changePicture(work: Parts, change: Change): Promise<void> {
  work.picture = await changedPicture(work, change)
}

/** Draws over a picture, once it is prepared for it. Where it is opaque it stays so. */
export async function drawOnPicture(
  work: Parts,
  layers: OverlayOptions[],
  prepare: Change = (image) => image,
): Promise<void> {
  const { hasAlpha } = await openPicture(work.picture).metadata()
  await changePicture(work, (image) => {
    const drawn = prepare(image).composite(layers)
    return hasAlpha ? drawn : drawn.removeAlpha()
  })
}

/** The picture as bare pixels; it stays what it is. */
export async function barePicture(work: Parts): Promise<Picture> {
  return work.picture.channels ? work.picture : changedPicture(work, (image) => image)
}

async function changedPicture({ picture, captures, signal }: Parts, change: Change): Promise<Picture> {
  const run = () => change(openPicture(picture)).raw().toBuffer({ resolveWithObject: true })
  const { data, info } = await captures.run(picture.width * picture.height, run, signal)
  const channels = info.channels === 4 ? 4 : 3
  return { body: data, width: info.width, height: info.height, channels, icc: picture.icc }
}

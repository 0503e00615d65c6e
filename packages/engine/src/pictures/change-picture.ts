import type { OverlayOptions, Sharp } from 'sharp'
import type { Work } from '../work.ts'
import { openPicture } from './picture.ts'

type Parts = Pick<Work, 'picture' | 'captures' | 'signal'>
type Change = (image: Sharp) => Sharp

/** Changes the pixels of a picture. They stay bare until it is encoded at the end, so that no change costs quality. */
export async function changePicture(work: Parts, change: Change): Promise<void> {
  const { picture, captures, signal } = work
  const run = () => change(openPicture(picture)).raw().toBuffer({ resolveWithObject: true })
  const { data, info } = await captures.run(picture.width * picture.height, run, signal)
  const channels = info.channels === 4 ? 4 : 3
  work.picture = { body: data, width: info.width, height: info.height, channels, icc: picture.icc }
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

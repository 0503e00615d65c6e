import type { Sharp } from 'sharp'
import type { Work } from '../work.ts'
import { openPicture } from './picture.ts'

/** Changes the pixels of a picture. They stay bare until it is encoded at the end, so that no change costs quality. */
export async function changePicture(
  work: Pick<Work, 'picture' | 'captures' | 'signal'>,
  change: (image: Sharp) => Sharp,
): Promise<void> {
  const { picture, captures, signal } = work
  const run = () => change(openPicture(picture)).raw().toBuffer({ resolveWithObject: true })
  const { data, info } = await captures.run(picture.width * picture.height, run, signal)
  const channels = info.channels === 4 ? 4 : 3
  work.picture = { body: data, width: info.width, height: info.height, channels, icc: picture.icc }
}

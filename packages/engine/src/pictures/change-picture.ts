import type { OverlayOptions, Sharp } from 'sharp'
import type { ClosedPage, FinishContext } from './image-context.ts'
import { decodePicture, openPicture, type Picture } from './picture.ts'

type Parts = Pick<FinishContext, 'picture'> & { page: Pick<ClosedPage, 'cpuSemaphore' | 'signal'> }
type Change = (image: Sharp) => Sharp

/** Changes the pixels of a picture. They stay unencoded until the end, so that no change costs quality. */
export async function changePicture(ctx: Parts, change: Change): Promise<void> {
  ctx.picture = await changedPicture(ctx, change)
}

/** Draws layers over a picture after `prepare`. An opaque picture stays opaque. */
export async function drawOnPicture(
  ctx: Parts,
  layers: OverlayOptions[],
  prepare: Change = (image) => image,
): Promise<void> {
  const { hasAlpha } = await openPicture(ctx.picture).metadata()
  await changePicture(ctx, (image) => {
    const drawn = prepare(image).composite(layers)
    return hasAlpha ? drawn : drawn.removeAlpha()
  })
}

/** Decodes the picture to bare pixels, without changing it. */
export async function barePicture(ctx: Parts): Promise<Picture> {
  return ctx.picture.channels ? ctx.picture : changedPicture(ctx, (image) => image)
}

async function changedPicture({ picture, page }: Parts, change: Change): Promise<Picture> {
  const run = () => decodePicture(change(openPicture(picture)), picture.icc)
  return page.cpuSemaphore.run(picture.width * picture.height, run, page.signal)
}

import sharp from 'sharp'
import { pngSize } from '../picture-formats/png-size.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import type { Area } from '../geometry.ts'
import type { ImageContext } from './image-context.ts'
import { startMosaic } from './mosaic.ts'
import type { Picture } from './picture.ts'
import { takeUnseen } from './take-unseen.ts'
import { cutIntoTiles, type Box } from './tiles.ts'
import { whileAnswering } from './while-answering.ts'

/** The encoding of a capture by the browser. */
export interface Shot {
  format: 'png' | 'jpg'
  /** For jpg, 1 to 100. */
  quality?: number
}

type Parts = Pick<ImageContext, 'page' | 'scale'>
type Part = { clip?: Area & { scale: number }; captureBeyondViewport?: boolean }

/** Extra time per pixel: about ten times what a browser with two idle cores needs. */
const PIXEL_MS = 1 / 1000

/**
 * Captures an area, or the viewport as it is scrolled, exact to the device pixel. One capture comes as the file that `shot`
 * names, several as bare pixels. The page sees no resize.
 */
export async function captureArea(ctx: Parts, area: Area | undefined, shot: Shot): Promise<Picture> {
  const { page, scale } = ctx
  const { viewport } = page
  const ratio = viewport.ratio * scale
  const standing = toDevicePixels({ x: 0, y: 0, ...viewport }, ratio)
  if (!area && scale === 1 && cutIntoTiles(standing).length === 1) return capture(ctx, standing, {}, shot)

  const { x, y, width, height, isBeyond } = await locate(ctx, area)
  const box = toDevicePixels({ x, y, width, height }, ratio)
  const take = (tile: Box, as: Shot): Promise<Picture> => {
    const clip = { ...toCssPixels(tile, ratio), scale }
    const shoot = () => capture(ctx, box, { clip, captureBeyondViewport: isBeyond }, as)
    return isBeyond ? takeUnseen(page, shoot) : shoot()
  }
  const tiles = cutIntoTiles(box)
  if (tiles.length === 1) return take(box, shot)
  const mosaic = startMosaic(box)
  for (const tile of tiles)
    await mosaic.add(await take(tile, { format: 'png' }), { x: tile.x - box.x, y: tile.y - box.y })
  return mosaic.picture()
}

/** Converts an area, or the visible viewport, to the browser's coordinates, which start at the document's left edge. */
async function locate(ctx: Parts, area?: Area): Promise<Area & { isBeyond: boolean }> {
  const measure = () => ctx.page.tab.session.send('Page.getLayoutMetrics')
  const { cssVisualViewport: visible, cssLayoutViewport: layout } = await evaluateAcrossNavigation(
    ctx.page,
    measure,
  )
  const { pageX: left, pageY: top, clientWidth, clientHeight } = visible
  const { x, y, width, height } = area ?? { x: left, y: top, width: clientWidth, height: clientHeight }
  const isInside =
    x >= left && y >= top && x + width <= left + clientWidth && y + height <= top + clientHeight
  return { x: x + layout.pageX - left, y, width, height, isBeyond: !isInside }
}

/** Rounds edges to pixels as the browser does; a side has at least one pixel. */
export function toDevicePixels({ x, y, width, height }: Area, ratio: number): Box {
  const [left, top] = [Math.round(x * ratio), Math.round(y * ratio)]
  const [right, bottom] = [Math.round((x + width) * ratio), Math.round((y + height) * ratio)]
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

function toCssPixels({ x, y, width, height }: Box, ratio: number): Area {
  return { x: x / ratio, y: y / ratio, width: width / ratio, height: height / ratio }
}

/** Captures once the CPU semaphore admits a picture of the size of `whole`. */
function capture(ctx: Parts, whole: Box, part: Part, { format, quality }: Shot): Promise<Picture> {
  const pixels = whole.width * whole.height
  const encoding = format === 'jpg' ? { format: 'jpeg' as const, quality } : { format }
  const { session } = ctx.page.tab
  const take = async (release: () => void): Promise<Picture> => {
    const ask = () => ctx.page.tab.capture({ ...encoding, ...part, optimizeForSpeed: true })
    const answering = evaluateAcrossNavigation(ctx.page, ask, pixels * PIXEL_MS)
    // A page that hangs uses no core of the capture's: the next one need not wait for it.
    const body = await whileAnswering(session, answering, release)
    return { body, format, ...(pngSize(body) ?? (await factsOf(body))) }
  }
  return ctx.page.cpuSemaphore.run(pixels, take, ctx.page.signal)
}

/** Reads the size and the profile of any file. */
async function factsOf(body: Buffer): Promise<Pick<Picture, 'width' | 'height' | 'icc'>> {
  const { width, height, icc } = await sharp(body, { limitInputPixels: false }).metadata()
  return { width, height, icc }
}

import sharp from 'sharp'
import { askDocument } from '../browser/ask-document.ts'
import { muteResizes } from '../in-page/mute-resizes.ts'
import type { Area, Work } from '../work.ts'
import { startMosaic } from './mosaic.ts'
import type { Picture } from './picture.ts'
import { cutIntoTiles, type Box } from './tiles.ts'

/** The file that the browser makes of a capture. */
export interface Shot {
  format: 'png' | 'jpg'
  /** Of a jpg, from 1 to 100. */
  quality?: number
}

type Parts = Pick<Work, 'tab' | 'viewport' | 'scale' | 'captures' | 'signal' | 'patienceMs'>
type Part = { clip?: Area & { scale: number }; captureBeyondViewport?: boolean }

/** A browser with both cores to itself draws and encodes some ten times as fast. */
const PIXEL_MS = 1 / 1000

/**
 * Takes the picture of an area, or of the viewport as it stands, exact to the device pixel. What the browser can capture
 * at once comes as the file asked for, anything larger as bare pixels. The page notices nothing.
 */
export async function captureArea(work: Parts, area: Area | undefined, shot: Shot): Promise<Picture> {
  const { viewport, scale } = work
  const ratio = viewport.ratio * scale
  const standing = toDevicePixels({ x: 0, y: 0, ...viewport }, ratio)
  if (!area && scale === 1 && cutIntoTiles(standing).length === 1) return capture(work, standing, {}, shot)

  const { x, y, width, height, isBeyond } = await locate(work, area)
  if (isBeyond) await askDocument(work, () => work.tab.page.evaluate(muteResizes))
  const box = toDevicePixels({ x, y, width, height }, ratio)
  const take = (tile: Box, as: Shot): Promise<Picture> => {
    const clip = { ...toCssPixels(tile, ratio), scale }
    return capture(work, box, { clip, captureBeyondViewport: isBeyond }, as)
  }
  const tiles = cutIntoTiles(box)
  if (tiles.length === 1) return take(box, shot)
  const mosaic = startMosaic(box)
  for (const tile of tiles)
    await mosaic.add(await take(tile, { format: 'png' }), { x: tile.x - box.x, y: tile.y - box.y })
  return mosaic.picture()
}

/** Where the browser finds an area, or what is visible: it counts from the left edge of all there is. */
async function locate(work: Parts, area?: Area): Promise<Area & { isBeyond: boolean }> {
  const measure = () => work.tab.session.send('Page.getLayoutMetrics')
  const { cssVisualViewport: visible, cssLayoutViewport: layout } = await askDocument(work, measure)
  const { pageX: left, pageY: top, clientWidth, clientHeight } = visible
  const { x, y, width, height } = area ?? { x: left, y: top, width: clientWidth, height: clientHeight }
  const isInside =
    x >= left && y >= top && x + width <= left + clientWidth && y + height <= top + clientHeight
  return { x: x + layout.pageX - left, y, width, height, isBeyond: !isInside }
}

/** As the browser itself rounds edges to pixels; at least one. */
export function toDevicePixels({ x, y, width, height }: Area, ratio: number): Box {
  const [left, top] = [Math.round(x * ratio), Math.round(y * ratio)]
  const [right, bottom] = [Math.round((x + width) * ratio), Math.round((y + height) * ratio)]
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

function toCssPixels({ x, y, width, height }: Box, ratio: number): Area {
  return { x: x / ratio, y: y / ratio, width: width / ratio, height: height / ratio }
}

/** One capture, once it is its turn among those of pictures as large as `whole`. */
function capture(work: Parts, whole: Box, part: Part, { format, quality }: Shot): Promise<Picture> {
  const pixels = whole.width * whole.height
  const encoding = format === 'jpg' ? { format: 'jpeg' as const, quality } : { format }
  const take = async (): Promise<Picture> => {
    const ask = () =>
      work.tab.session.send('Page.captureScreenshot', { ...encoding, ...part, optimizeForSpeed: true })
    const { data } = await askDocument(work, ask, pixels * PIXEL_MS)
    const body = Buffer.from(data, 'base64')
    const { width, height, icc } = await sharp(body, { limitInputPixels: false }).metadata()
    return { body, width, height, format, icc }
  }
  return work.captures.run(pixels, take, work.signal)
}

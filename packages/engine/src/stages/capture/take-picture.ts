import sharp from 'sharp'
import { askDocument } from '../../browser/ask-document.ts'
import { changesPicture, pictureChanges } from '../../pictures/changes.ts'
import { stage } from '../../stage.ts'

/** A browser with both cores to itself draws and encodes some ten times as fast. */
const PIXEL_MS = 1 / 1000

/**
 * Takes the picture, encoded by the browser: jpg as asked for when nothing changes it any more, anything else as the png
 * that is fastest to make.
 */
export const takePicture = stage({
  name: 'take-picture',
  phase: 'capture',
  owns: ['format'],
  borrows: ['quality', 'width', 'height', ...pictureChanges],
  async run(work, { format, quality, width, height, ...changes }) {
    const { captures, tab, area, signal } = work
    const isFinal = format === 'jpg' && !changesPicture(changes)
    const capture = () =>
      tab.session.send('Page.captureScreenshot', {
        ...(isFinal ? { format: 'jpeg', quality } : { format: 'png' }),
        optimizeForSpeed: true,
        ...(area && { clip: { ...area, scale: 1 }, captureBeyondViewport: true }),
      })
    const pixels = area ? area.width * area.height : width * height
    // The page is only waited for once it is its turn.
    const ask = () => askDocument(work, capture, pixels * PIXEL_MS)
    const { data } = await captures.run(pixels, ask, signal)
    const body = Buffer.from(data, 'base64')
    const { width: pixelsWide, height: pixelsHigh, icc } = await sharp(body).metadata()
    work.picture = { body, width: pixelsWide, height: pixelsHigh, format: isFinal ? 'jpg' : 'png', icc }
  },
})

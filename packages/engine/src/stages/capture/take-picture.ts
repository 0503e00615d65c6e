import sharp from 'sharp'
import { askDocument } from '../../browser/ask-document.ts'
import { stage } from '../../stage.ts'

/** Takes the picture, encoded by the browser: jpg as asked for, anything else as the png that is fastest to make. */
export const takePicture = stage({
  name: 'take-picture',
  phase: 'capture',
  owns: ['format', 'quality'],
  borrows: ['width', 'height'],
  async run(work, { format, quality, width, height }) {
    const { captures, tab, area, signal } = work
    const capture = () =>
      tab.session.send('Page.captureScreenshot', {
        ...(format === 'jpg' ? { format: 'jpeg', quality } : { format: 'png' }),
        optimizeForSpeed: true,
        ...(area && { clip: { ...area, scale: 1 }, captureBeyondViewport: true }),
      })
    const pixels = area ? area.width * area.height : width * height
    const { data } = await captures.run(pixels, () => askDocument(tab.page, capture), signal)
    const body = Buffer.from(data, 'base64')
    const { width: pixelsWide, height: pixelsHigh } = await sharp(body).metadata()
    work.picture = { body, width: pixelsWide, height: pixelsHigh }
  },
})

import type { PageElement } from '../dom.ts'
import { repeatBackground } from './repeat-background.ts'
import { placeAt, setStyles } from './set-styles.ts'

type Drawable = PageElement & { readonly width: number; readonly height: number }
/** An image, a video or a canvas. */
export type Media = Drawable & {
  readonly currentSrc?: string
  readonly complete?: boolean
  readonly videoWidth?: number
  readonly videoHeight?: number
  readonly readyState?: number
  readonly poster?: string
}

interface Canvas {
  width: number
  height: number
  getContext(kind: '2d'): {
    drawImage(drawn: Media | Canvas, x: number, y: number, width: number, height: number): void
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray }
  }
  toDataURL(): string
}
declare const document: { createElement(name: 'canvas'): Canvas }
declare const window: {
  readonly devicePixelRatio: number
  getComputedStyle(
    element: PageElement,
  ): Readonly<Record<string, string>> & { getPropertyValue(name: string): string }
}
interface Stretch {
  box: ReturnType<PageElement['getBoundingClientRect']>
  height: string
  isTall: boolean
}
declare const Image: new () => { src: string; decode(): Promise<void> }

/**
 * Makes an image, a video or a canvas higher. In a tall document, its picture keeps the size that it has in the box given, and is
 * repeated downwards. One that cannot be read in a second, such as a video of another origin, is enlarged.
 */
export async function stretchMedia(media: Media, { box, height, isTall }: Stretch): Promise<void> {
  /** The first frame of a video is there. */
  const HAVE_CURRENT_DATA = 2
  /** A picture that is shown is in memory. */
  const MAX_DECODING_MS = 1000
  const SIZES: Record<string, string> = { cover: 'cover', fill: '100% 100%', none: 'auto' }

  // Its styles are read just after they are set.
  setStyles(media, { transition: 'none' })
  const address = addressOf()
  const picture = new Image()
  picture.src = address
  const isRead = await Promise.race([
    picture.decode().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, MAX_DECODING_MS, false)),
  ])
  const { objectFit, objectPosition, position } = window.getComputedStyle(media)
  const size = { width: `${box.width}px`, height, 'min-height': '0', 'max-height': 'none' }
  if (/absolute|fixed/.test(position!)) placeAt(media, { left: box.left, top: 0 }, size)
  else setStyles(media, size)
  if (!isRead) {
    if (objectFit === 'contain' || objectFit === 'none') setStyles(media, { 'object-fit': 'cover' })
    return
  }
  setStyles(media, {
    'background-image': `url(${JSON.stringify(address)})`,
    'background-position': objectPosition!,
    'background-size': SIZES[objectFit!] ?? 'contain',
    'background-repeat': 'no-repeat',
    // Its own picture is out of sight.
    'object-fit': 'none',
    'object-position': '0 -100000px',
  })
  const repeated = repeatBackground(window.getComputedStyle(media), box, () => true)
  setStyles(media, repeated)

  /** Returns an address of the picture that is shown; an empty one when that cannot be read. */
  function addressOf(): string {
    const { currentSrc, complete, readyState = HAVE_CURRENT_DATA } = media
    if (!isTall) return ''
    if (complete !== undefined) return complete ? (currentSrc ?? '') : ''
    if (readyState < HAVE_CURRENT_DATA) return media.poster ?? ''
    const [width, height] = [media.videoWidth ?? media.width, media.videoHeight ?? media.height]
    // No more pixels than are shown.
    const shown = Math.max(box.width / width, box.height / height) * window.devicePixelRatio
    const scale = Math.min(1, shown)
    try {
      const canvas = draw(media, width * scale, height * scale)
      return isBlank(canvas) ? '' : canvas.toDataURL()
    } catch {
      return ''
    }
  }

  /** The drawing of a 3D canvas is gone once the browser has shown it. */
  function isBlank(canvas: Canvas): boolean {
    const SIDE = 16
    const { data } = draw(canvas, SIDE, SIDE).getContext('2d').getImageData(0, 0, SIDE, SIDE)
    return data.every((value) => value === 0)
  }

  function draw(drawn: Media | Canvas, width: number, height: number): Canvas {
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(width)
    canvas.height = Math.ceil(height)
    canvas.getContext('2d').drawImage(drawn, 0, 0, canvas.width, canvas.height)
    return canvas
  }
}

// The function here is serialised into the page, so it cannot import values or use closures.
import type { PageElement } from '../dom.ts'
import type { createBackgroundReader } from './background-reader.ts'
import type { repeatBackground } from './repeat-background.ts'
import type { placeAt, setStyles } from './set-styles.ts'

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
  getContext(kind: '2d'): { drawImage(media: Media, x: number, y: number): void }
  toDataURL(): string
}
declare const document: { createElement(name: 'canvas'): Canvas }
declare const window: {
  getComputedStyle(
    element: PageElement,
  ): Readonly<Record<string, string>> & { getPropertyValue(name: string): string }
}
declare const Image: new () => { src: string; decode(): Promise<void> }

/**
 * Makes an image, a video or a canvas higher. Its picture keeps the size that it has in the box given, and is repeated downwards.
 * One that the browser does not let us read, such as a video of another origin, is enlarged.
 */
export async function stretchMedia(
  media: Media,
  { box, height }: { box: ReturnType<PageElement['getBoundingClientRect']>; height: string },
  set: typeof setStyles,
  place: typeof placeAt,
  createReader: typeof createBackgroundReader,
  repeat: typeof repeatBackground,
): Promise<void> {
  /** The first frame of a video is there. */
  const HAVE_CURRENT_DATA = 2
  const SIZES: Record<string, string> = { cover: 'cover', fill: '100% 100%', none: 'auto' }

  const address = addressOf()
  const picture = new Image()
  picture.src = address
  const isRead = await picture.decode().then(
    () => true,
    () => false,
  )
  const { objectFit, objectPosition, position } = window.getComputedStyle(media)
  const size = { width: `${box.width}px`, height, 'min-height': '0', 'max-height': 'none' }
  if (/absolute|fixed/.test(position!)) place(media, { left: box.left, top: 0 }, size, set)
  else set(media, size)
  if (!isRead) {
    if (objectFit === 'contain' || objectFit === 'none') set(media, { 'object-fit': 'cover' })
    return
  }
  set(media, {
    'background-image': `url(${JSON.stringify(address)})`,
    'background-position': objectPosition!,
    'background-size': SIZES[objectFit!] ?? 'contain',
    'background-repeat': 'no-repeat',
    // Its own picture is out of sight.
    'object-fit': 'none',
    'object-position': '0 -100000px',
  })
  const repeated = repeat(window.getComputedStyle(media), box, () => true, createReader)
  set(media, repeated)

  /** Returns an address of the picture that is shown; an empty one when that cannot be read. */
  function addressOf(): string {
    const { currentSrc, complete, readyState = HAVE_CURRENT_DATA } = media
    if (complete !== undefined) return complete ? (currentSrc ?? '') : ''
    if (readyState < HAVE_CURRENT_DATA) return media.poster ?? ''
    const canvas = document.createElement('canvas')
    canvas.width = media.videoWidth ?? media.width
    canvas.height = media.videoHeight ?? media.height
    try {
      canvas.getContext('2d').drawImage(media, 0, 0)
      return canvas.toDataURL()
    } catch {
      return ''
    }
  }
}

/** A text and its style, or a picture at a `data:` address, of at most so many pixels unless it is SVG. */
type MarkContent =
  | { text: string; declarations: [property: string, value: string][] }
  | { picture: string; maxPixels: number }

/** Describes the mark to draw. Lengths are in CSS pixels. */
export interface MarkDrawing {
  content: MarkContent
  width?: number
  height?: number
  background?: string
  opacity?: number
  /** The rotation in degrees, clockwise. */
  angle: number
  /** The number of device pixels for each CSS pixel. */
  ratio: number
  /** The largest size; a larger mark is made smaller. */
  maxSize: { width: number; height: number }
}

/** Why a picture is not drawn. */
export type Undrawn = 'unreadable' | 'too large'

/** The size of the drawn mark and the properties with invalid values. */
export type DrawnMark = { width: number; height: number; refused: string[] } | Undrawn

interface Box {
  style: Record<string, string> & {
    setProperty(property: string, value: string): void
    getPropertyValue(property: string): string
  }
  textContent: string
  readonly offsetWidth: number
  readonly offsetHeight: number
}
interface Canvas extends Box {
  width: number
  height: number
  getContext(kind: '2d'): {
    imageSmoothingQuality: string
    drawImage(image: object, x: number, y: number, width: number, height: number): void
  }
}
declare const document: {
  body: Box & { append(box: Box): void }
  createElement(name: 'div'): Box
  createElement(name: 'canvas'): Canvas
}
declare const Image: new () => {
  src: string
  addEventListener(type: 'load' | 'error', listener: () => void): void
  decode(): Promise<void>
  readonly naturalWidth: number
  readonly naturalHeight: number
}

/** Shows a mark in the middle of the page and returns its size. */
export async function showMark(mark: MarkDrawing): Promise<DrawnMark> {
  const { content, background = '', opacity, angle, ratio, maxSize } = mark
  const refused: string[] = []
  const drawn = 'text' in content ? drawText(content) : await drawPicture(content)
  if (typeof drawn === 'string') return drawn
  const { box, resize, natural } = drawn

  const wanted = {
    width: mark.width ?? (mark.height ? (natural.width * mark.height) / natural.height : natural.width),
    height: mark.height ?? (mark.width ? (natural.height * mark.width) / natural.width : natural.height),
  }
  const turned = turn(wanted)
  const shrunk = Math.min(1, maxSize.width / turned.width, maxSize.height / turned.height)
  const size = { width: whole(wanted.width * shrunk), height: whole(wanted.height * shrunk) }
  resize(size)
  const middle = { position: 'absolute', left: '50%', top: '50%', translate: '-50% -50%' }
  Object.assign(box.style, middle, { rotate: `${angle}deg`, background })
  if (opacity !== undefined) box.style['opacity'] = String(opacity)
  const { width, height } = turn(size)
  return {
    width: Math.max(1, Math.min(Math.ceil(width - 0.01), Math.floor(maxSize.width))),
    height: Math.max(1, Math.min(Math.ceil(height - 0.01), Math.floor(maxSize.height))),
    refused,
  }

  function drawText({ text, declarations }: { text: string; declarations: [string, string][] }) {
    const box = document.createElement('div')
    box.textContent = text
    Object.assign(box.style, {
      font: 'bold 32px sans-serif',
      color: '#808080',
      opacity: '0.3',
      padding: '0.25em 0.5em',
      textAlign: 'center',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      width: 'max-content',
      maxWidth: `${maxSize.width}px`,
      boxSizing: 'border-box',
    })
    for (const [property, value] of declarations) {
      const before = box.style.getPropertyValue(property)
      box.style.setProperty(property, '')
      box.style.setProperty(property, value)
      if (box.style.getPropertyValue(property) !== '') continue
      box.style.setProperty(property, before)
      refused.push(property)
    }
    document.body.append(box)
    const natural = { width: box.offsetWidth, height: box.offsetHeight }
    const resize = ({ width, height }: { width: number; height: number }): void => {
      box.style['scale'] = `${width / natural.width} ${height / natural.height}`
    }
    return { box, resize, natural }
  }

  /** Draws the picture on a canvas, because an animated picture shows only its first frame there. */
  async function drawPicture({ picture, maxPixels }: { picture: string; maxPixels: number }) {
    const image = new Image()
    const isOpened = new Promise<boolean>((resolve) => {
      image.addEventListener('load', () => resolve(true))
      image.addEventListener('error', () => resolve(false))
    })
    image.src = picture
    if (!(await isOpened)) return 'unreadable'
    const isDrawing = picture.startsWith('data:image/svg+xml')
    if (!isDrawing && image.naturalWidth * image.naturalHeight > maxPixels) return 'too large'
    const isRead = await image.decode().then(
      () => true,
      () => false,
    )
    if (!isRead) return 'unreadable'
    const box = document.createElement('canvas')
    document.body.append(box)
    const natural = { width: image.naturalWidth || 300, height: image.naturalHeight || 150 }
    const resize = ({ width, height }: { width: number; height: number }): void => {
      Object.assign(box, { width: width * ratio, height: height * ratio })
      Object.assign(box.style, { width: `${width}px`, height: `${height}px` })
      const context = box.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, box.width, box.height)
    }
    return { box, resize, natural }
  }

  /** Returns the size of the bounding box of a rotated box. */
  function turn({ width, height }: { width: number; height: number }): { width: number; height: number } {
    const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
    return {
      width: Math.abs(width * cosine) + Math.abs(height * sine),
      height: Math.abs(width * sine) + Math.abs(height * cosine),
    }
  }

  /** Rounds a length to whole device pixels, so that edges are sharp. */
  function whole(length: number): number {
    return Math.max(1, Math.round(length * ratio)) / ratio
  }
}

// The function here is serialised into the page, so it cannot import values or use closures.
import type { Attributes } from './create-attribute-writer.ts'
import type { Dom, DomNode } from './create-dom-reader.ts'
import type { Changes } from './written.ts'

export interface Pictures {
  image: (element: DomNode) => Changes
  canvas: (element: DomNode) => Changes
  video: (element: DomNode) => Changes
  /** Returns how many canvases and videos could not be read. */
  unreadable: () => number
}

interface Image {
  readonly currentSrc: string
  readonly complete: boolean
  readonly naturalWidth: number
}

interface Canvas {
  width: number
  height: number
  toDataURL(): string
  getContext(kind: '2d'): { drawImage(video: DomNode, x: number, y: number): void } | null
}

interface Video {
  readonly readyState: number
  readonly currentTime: number
  readonly paused: boolean
  readonly videoWidth: number
  readonly videoHeight: number
}

declare const document: DomNode
declare const getComputedStyle: (element: DomNode) => { objectFit: string; objectPosition: string }
declare const Document: { prototype: { createElement(name: 'canvas'): Canvas } }

export function createPictureWriter(
  dom: Dom,
  { absolute, escape, placeholder, styleOf }: Attributes,
): Pictures {
  const MAX_PIXELS = 64_000_000
  const MAX_LENGTH = 14_000_000
  let pixels = 0
  let unreadable = 0
  return { image, canvas, video, unreadable: () => unreadable }

  /**
   * The file that the browser chose stays, with its density, which decides how large it is by itself. So do both attributes,
   * which selectors may look for. Widths in `srcset` keep the browser from choosing `src`.
   */
  function image(element: DomNode): Changes {
    const { currentSrc, complete, naturalWidth } = element as Image
    const src = dom.attribute(element, 'src')
    const given = currentSrc || src || ''
    const hasSet = dom.attribute(element, 'srcset') !== null
    const none: Changes = { src: src === null ? null : '', srcset: hasSet ? '' : null, sizes: null }
    if (!given) return none
    const isShown = complete && naturalWidth > 0
    const density = isShown ? densityOf(element, currentSrc, naturalWidth) : 1
    const source = /^\s*data:/i.test(given)
      ? escape(given)
      : placeholder({ kind: 'file', file: absolute(given), isBroken: complete && !isShown })
    const lazy: Changes = isShown ? { loading: null } : {}
    if (density === 1 && (src !== null || !hasSet)) return { ...none, ...lazy, src: source }
    return {
      ...lazy,
      src: src === null ? null : 'data:,',
      srcset: `${source} ${Math.round(density * 1e4)}w`,
      sizes: '10000px',
    }
  }

  function densityOf(element: DomNode, chosen: string, naturalWidth: number): number {
    const sets = [dom.attribute(element, 'srcset')]
    const picture = dom.parentNode(element)
    for (let node = picture && dom.firstChild(picture); node; node = dom.nextSibling(node))
      if (dom.nodeType(node) === 1 && dom.localName(node) === 'source')
        sets.push(dom.attribute(node, 'srcset'))
    for (const set of sets)
      for (const [, address = '', size, unit] of (set ?? '').matchAll(
        /([^\s,]\S*[^\s,]|[^\s,])(?:\s+([\d.]+)([xw])[^,]*)?\s*(?:,|$)/g,
      )) {
        if (absolute(address) !== chosen) continue
        const density = unit === 'w' ? Number(size) / naturalWidth : Number(size ?? 1)
        return density > 0 && Number.isFinite(density) ? Math.round(density * 1e4) / 1e4 : 1
      }
    return 1
  }

  /** The canvas stays what it is, with its picture as the background. */
  function canvas(element: DomNode): Changes {
    const data = dataOf(element as Canvas)
    if (!data) return {}
    const rules = [
      `background-image:url(${data}),none`,
      ...fitOf(element),
      'background-repeat:no-repeat',
      'background-origin:content-box',
    ]
    const style = styleOf(element).replace(/;?\s*$/, ';')
    return { style: (style === ';' ? '' : style) + rules.map((rule) => `${rule}!important`).join(';') }
  }

  /** A background has no size that shrinks alone, so `scale-down` fills the box too. */
  function fitOf(element: DomNode): string[] {
    const { width, height } = element as Canvas
    const { objectFit, objectPosition } = getComputedStyle(element)
    const sizes: Record<string, string> = {
      contain: 'contain',
      cover: 'cover',
      none: `${width}px ${height}px`,
    }
    const size = sizes[objectFit]
    if (!size) return ['background-size:100% 100%']
    // The colour of the background has the clip of the last layer.
    const clip = ['background-clip:content-box,border-box']
    return [`background-size:${size}`, `background-position:${objectPosition}`, ...clip]
  }

  /** A video does not play without its file: the frame that it shows becomes its poster. */
  function video(element: DomNode): Changes {
    const { readyState, currentTime, paused, videoWidth: width, videoHeight: height } = element as Video
    const changes: Changes = { autoplay: null, preload: 'none' }
    const poster = dom.attribute(element, 'poster')
    const hasFrame = readyState >= 2 && width > 0 && (!poster || currentTime > 0 || !paused)
    const frame = hasFrame ? frameOf(element, width, height) : undefined
    if (frame) return { ...changes, poster: frame }
    if (!poster) return changes
    return {
      ...changes,
      poster: /^\s*data:/i.test(poster)
        ? escape(poster)
        : placeholder({ kind: 'file', file: absolute(poster) }),
    }
  }

  function frameOf(element: DomNode, width: number, height: number): string | undefined {
    const drawn = Document.prototype.createElement.call(document, 'canvas')
    drawn.width = width
    drawn.height = height
    drawn.getContext('2d')?.drawImage(element, 0, 0)
    return dataOf(drawn)
  }

  /** Returns nothing for what has pixels of another origin, or too many. */
  function dataOf(drawn: Canvas): string | undefined {
    pixels += drawn.width * drawn.height
    try {
      const data = pixels > MAX_PIXELS ? '' : drawn.toDataURL()
      if (data === 'data:,') return undefined
      if (data && data.length <= MAX_LENGTH) return data
    } catch {
      // Counted as all others.
    }
    unreadable += 1
    return undefined
  }
}

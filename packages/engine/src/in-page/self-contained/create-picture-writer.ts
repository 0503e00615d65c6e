import { densityOf, type ShownPicture } from '../measuring/density-of.ts'
import type { DomNode } from '../reading/create-dom-reader.ts'
import { absolute, escape, placeholder, styleOf } from './markup.ts'
import { dom } from './this-document.ts'
import type { Changes } from './written.ts'

export interface Pictures {
  image: (element: DomNode) => Changes
  canvas: (element: DomNode) => Changes
  video: (element: DomNode) => Changes
  /** Returns how many canvases and videos could not be read. */
  unreadable: () => number
}

interface Image extends ShownPicture {
  readonly complete: boolean
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
declare const matchMedia: (media: string) => { readonly matches: boolean }
declare const getComputedStyle: (element: DomNode) => { objectFit: string; objectPosition: string }
declare const Document: { prototype: { createElement(name: 'canvas'): Canvas } }

const MAX_PIXELS = 64_000_000
const MAX_LENGTH = 14_000_000

export function createPictureWriter(): Pictures {
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
    const { owner, density: listed } = choiceOf(element, element as Image)
    const density = isShown ? listed : 1
    const source = /^\s*data:/i.test(given)
      ? escape(given)
      : placeholder({ kind: 'file', file: absolute(given), isBroken: complete && !isShown })
    const more: Changes = { ...(isShown && { loading: null }), ...(owner !== element && dimensionsOf(owner)) }
    if (density === 1 && (src !== null || !hasSet)) return { ...none, ...more, src: source }
    return {
      ...more,
      src: src === null ? null : 'data:,',
      srcset: `${source} ${Math.round(density * 1e4)}w`,
      sizes: '10000px',
    }
  }

  /** Returns the element that lists the chosen file, a `source` or the picture itself, and the density that it gives it. */
  function choiceOf(element: DomNode, shown: ShownPicture): { owner: DomNode; density: number } {
    for (const owner of [...sourcesOf(element), element])
      for (const [, address = '', size, unit] of (dom.attribute(owner, 'srcset') ?? '').matchAll(
        /([^\s,]\S*[^\s,]|[^\s,])(?:\s+([\d.]+)([xw])[^,]*)?\s*(?:,|$)/g,
      )) {
        if (absolute(address) !== shown.currentSrc) continue
        const density =
          unit === 'w' ? (densityOf(shown) ?? Number(size) / shown.naturalWidth) : Number(size ?? 1)
        return {
          owner,
          density: density > 0 && Number.isFinite(density) ? Math.round(density * 1e4) / 1e4 : 1,
        }
      }
    return { owner: element, density: 1 }
  }

  /** Returns the `source` elements that the browser may choose from. */
  function sourcesOf(element: DomNode): DomNode[] {
    const sources: DomNode[] = []
    const parent = dom.parentNode(element)
    const isInPicture = parent !== null && dom.nodeType(parent) === 1 && dom.localName(parent) === 'picture'
    let node = isInPicture ? dom.firstChild(parent) : null
    for (; node && node !== element; node = dom.nextSibling(node))
      if (dom.nodeType(node) === 1 && dom.localName(node) === 'source') {
        const media = dom.attribute(node, 'media')
        if (media === null || matchMedia(media).matches) sources.push(node)
      }
    return sources
  }

  /** Where a `source` has a width or a height, neither of the picture counts. */
  function dimensionsOf(source: DomNode): Changes {
    const [width = null, height = null] = ['width', 'height'].map((name) => dom.attribute(source, name))
    if (width === null && height === null) return {}
    return { width: width && escape(width), height: height && escape(height) }
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

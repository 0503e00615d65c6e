import type { PageDocument, PageElement } from '../dom.ts'

interface Size {
  width: number
  height: number
}

/** The computed values of one layer of a background. */
export type Layer = Record<'image' | 'attachment' | 'size' | 'position-x' | 'position-y' | 'repeat', string>

interface ComputedStyles {
  readonly backgroundColor?: string
  readonly backgroundImage?: string
  getPropertyValue(name: string): string
}

export interface BackgroundReader {
  /** Returns the element whose background is that of the canvas: the root, or else the body. */
  canvasElement: () => PageElement
  layersOf: (styles: ComputedStyles) => Layer[]
  /**
   * Returns where the picture of a layer lies in an area that the background is placed in; undefined when the size of the picture
   * is not known.
   */
  placeIn: (layer: Layer, area: Size) => (Size & { left: number; top: number }) | undefined
  /** Returns the values of layers in the form that `setStyles` takes. */
  stylesOf: (layers: Layer[]) => Record<string, string>
}

declare const document: PageDocument
declare function getComputedStyle(element: PageElement): ComputedStyles
declare const Image: new () => { src: string; readonly naturalWidth: number; readonly naturalHeight: number }

/** Reads backgrounds layer by layer, and computes where the browser draws their pictures. */
export function createBackgroundReader(): BackgroundReader {
  const PARTS = ['image', 'attachment', 'size', 'position-x', 'position-y', 'repeat'] as const
  return { canvasElement, layersOf, placeIn, stylesOf }

  function canvasElement(): PageElement {
    const { documentElement, body } = document
    const { backgroundImage, backgroundColor } = getComputedStyle(documentElement)
    const isOfRoot = backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(backgroundColor!)
    return isOfRoot ? documentElement : (body ?? documentElement)
  }

  function layersOf(styles: ComputedStyles): Layer[] {
    const lists = PARTS.map((part) => split(styles.getPropertyValue(`background-${part}`)))
    // A shorter list is repeated.
    return lists[0]!.map((_, index) => {
      const values = PARTS.map((part, at) => [part, lists[at]![index % lists[at]!.length]!])
      return Object.fromEntries(values) as Layer
    })
  }

  function stylesOf(layers: Layer[]): Record<string, string> {
    const changing = ['size', 'position-x', 'position-y', 'repeat'] as const
    return Object.fromEntries(
      changing.map((part) => [`background-${part}`, layers.map((layer) => layer[part]).join(', ')]),
    )
  }

  function split(list: string): string[] {
    const TOKENS = /"(?:\\.|[^"\\])*"|[(),]|[^"(),]+/gs
    const parts = ['']
    let depth = 0
    for (const [token] of list.matchAll(TOKENS)) {
      if (token === '(') depth++
      else if (token === ')') depth--
      if (token === ',' && depth === 0) parts.push('')
      else parts.push(parts.pop()! + token)
    }
    return parts.map((part) => part.trim())
  }

  function placeIn(layer: Layer, area: Size): ReturnType<BackgroundReader['placeIn']> {
    const isGradient = layer.image.includes('gradient(')
    const own = isGradient ? area : sizeOf(layer.image)
    if (!own) return undefined
    const { width, height } = sizeFrom(layer.size, own, area, isGradient)
    const left = partOf(layer['position-x'], area.width - width)
    const top = partOf(layer['position-y'], area.height - height)
    return { left, top, width, height }
  }

  /** Returns the size of a picture. One that is shown is in memory, so that its size is known at once. */
  function sizeOf(image: string): Size | undefined {
    const address = /^url\("(.*)"\)$/s.exec(image)?.[1]
    if (address === undefined) return undefined
    const file = new Image()
    file.src = address.replaceAll(/\\(.)/g, '$1')
    return file.naturalWidth ? { width: file.naturalWidth, height: file.naturalHeight } : undefined
  }

  function sizeFrom(wanted: string, own: Size, area: Size, isGradient: boolean): Size {
    const scales = [area.width / own.width, area.height / own.height]
    if (wanted === 'cover' || wanted === 'contain') {
      const scale = wanted === 'cover' ? Math.max(...scales) : Math.min(...scales)
      return { width: own.width * scale, height: own.height * scale }
    }
    const [x = 'auto', y = 'auto'] = wanted.split(/ (?![^(]*\))/)
    const width = x === 'auto' ? undefined : partOf(x, area.width)
    const height = y === 'auto' ? undefined : partOf(y, area.height)
    const ratio = own.width / own.height
    // Only pictures have proportions.
    if (isGradient) return { width: width ?? own.width, height: height ?? own.height }
    return {
      width: width ?? (height === undefined ? own.width : height * ratio),
      height: height ?? (width === undefined ? own.height : width / ratio),
    }
  }

  /** Returns the pixels of a length, which may be a percentage or the sum of both. */
  function partOf(length: string, whole: number): number {
    const numberOf = (unit: string): number =>
      Number(new RegExp(`(-?\\s*[\\d.]+)${unit}`).exec(length)?.[1]?.replaceAll(/\s/g, '') ?? 0)
    return (numberOf('%') / 100) * whole + numberOf('px')
  }
}

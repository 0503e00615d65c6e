// The function here is serialised into the page, so it cannot import values or use closures.
import type { PageDocument, PageElement } from '../dom.ts'
import type { setStyles } from '../styling/set-styles.ts'

interface Size {
  width: number
  height: number
}

declare const innerWidth: number
declare const innerHeight: number
declare const scrollX: number
declare const scrollY: number
declare const document: PageDocument
declare function getComputedStyle(element: PageElement): {
  readonly backgroundColor: string
  readonly backgroundImage: string
  getPropertyValue(name: string): string
}
declare const Image: new () => { src: string; readonly naturalWidth: number; readonly naturalHeight: number }

/**
 * Keeps the background of the page where it is now, if it is fixed to the viewport, on a sheet that holds the whole page: the
 * browser fixes it to the sheet, unlike those of other elements. One whose picture has no known size stays as it is.
 */
export function pinBackground(_: undefined, set: typeof setStyles): void {
  const PARTS = ['image', 'attachment', 'size', 'position-x', 'position-y', 'repeat'] as const
  type Layer = Record<(typeof PARTS)[number], string>
  const viewport = { width: innerWidth, height: innerHeight }
  const { documentElement, body } = document
  const root = getComputedStyle(documentElement)
  const isOfRoot = root.backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(root.backgroundColor)
  const element = isOfRoot ? documentElement : (body ?? documentElement)
  const isFixed = ({ attachment }: Layer): boolean => attachment === 'fixed'
  const own = layersOf(getComputedStyle(element))
  if (!own.some(isFixed)) return
  const layers = own.map((layer) => (isFixed(layer) ? pinned(layer) : layer))
  for (const part of ['size', 'position-x', 'position-y', 'repeat'] as const)
    set(element, { [`background-${part}`]: layers.map((layer) => layer[part]).join(', ') })

  function layersOf(styles: { getPropertyValue(name: string): string }): Layer[] {
    const lists = PARTS.map((part) => split(styles.getPropertyValue(`background-${part}`)))
    // A shorter list is repeated.
    return lists[0]!.map((_, index) => {
      const values = PARTS.map((part, at) => [part, lists[at]![index % lists[at]!.length]!])
      return Object.fromEntries(values) as Layer
    })
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

  function pinned(layer: Layer): Layer {
    const { image, size: wanted } = layer
    const isGradient = image.includes('gradient(')
    const own = isGradient ? viewport : sizeOf(image)
    if (!own) return layer
    const { width, height } = sizeFrom(wanted, own, isGradient)
    const left = partOf(layer['position-x'], viewport.width - width)
    const top = partOf(layer['position-y'], viewport.height - height)
    const covers = left <= 0 && top <= 0 && left + width >= innerWidth && top + height >= innerHeight
    return {
      ...layer,
      size: `${width}px ${height}px`,
      'position-x': `${left + scrollX}px`,
      'position-y': `${top + scrollY}px`,
      // The programs that draw the sheet draw repeated gradients wrongly.
      ...(covers && { repeat: 'no-repeat' }),
    }
  }

  /** Returns the size of a picture. One that is shown is in memory, so that its size is known at once. */
  function sizeOf(image: string): Size | undefined {
    const address = /^url\("(.*)"\)$/s.exec(image)?.[1]
    if (address === undefined) return undefined
    const file = new Image()
    file.src = address.replaceAll(/\\(.)/g, '$1')
    return file.naturalWidth ? { width: file.naturalWidth, height: file.naturalHeight } : undefined
  }

  function sizeFrom(wanted: string, own: Size, isGradient: boolean): Size {
    const scales = [viewport.width / own.width, viewport.height / own.height]
    if (wanted === 'cover' || wanted === 'contain') {
      const scale = wanted === 'cover' ? Math.max(...scales) : Math.min(...scales)
      return { width: own.width * scale, height: own.height * scale }
    }
    const [x = 'auto', y = 'auto'] = wanted.split(/ (?![^(]*\))/)
    const width = x === 'auto' ? undefined : partOf(x, viewport.width)
    const height = y === 'auto' ? undefined : partOf(y, viewport.height)
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

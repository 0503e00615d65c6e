import type { PageElement } from '../dom.ts'
import { createBackgroundReader, type Layer } from '../styling/background-reader.ts'
import { setStyles } from '../styling/set-styles.ts'

declare const innerWidth: number
declare const innerHeight: number
declare const scrollX: number
declare const scrollY: number
declare function getComputedStyle(element: PageElement): { getPropertyValue(name: string): string }

/**
 * Keeps the background of the page where it is now, if it is fixed to the viewport, on a sheet that holds the whole page: the
 * browser fixes it to the sheet, unlike those of other elements. One whose picture has no known size stays as it is.
 */
export function pinBackground(): void {
  const { canvasElement, layersOf, placeIn, stylesOf } = createBackgroundReader()
  const element = canvasElement()
  const isFixed = ({ attachment }: Layer): boolean => attachment === 'fixed'
  const layers = layersOf(getComputedStyle(element))
  if (layers.some(isFixed))
    setStyles(element, stylesOf(layers.map((layer) => (isFixed(layer) ? pinned(layer) : layer))))

  function pinned(layer: Layer): Layer {
    const place = placeIn(layer, { width: innerWidth, height: innerHeight })
    if (!place) return layer
    const { left, top, width, height } = place
    const covers = left <= 0 && top <= 0 && left + width >= innerWidth && top + height >= innerHeight
    return {
      ...layer,
      size: `${width}px ${height}px`,
      'position-x': `${left + scrollX}px`,
      'position-y': `${top + scrollY}px`,
      // The programs that convert the sheet show repeated gradients wrongly.
      ...(covers && { repeat: 'no-repeat' }),
    }
  }
}

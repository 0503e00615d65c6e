import { createBackgroundReader, type Layer } from './background-reader.ts'

/** The area that a background is placed in, and how far from its left edge the background begins that replaces it. */
interface BackgroundArea {
  width: number
  height: number
  left?: number
}

/**
 * Returns styles under which the pictures of a background keep the size that they have in an area, in CSS pixels, where the
 * background becomes higher than that: those that are sized by the area, or fill its height, are repeated downwards.
 */
export function repeatBackground(
  styles: { getPropertyValue(name: string): string },
  area: BackgroundArea,
  isRepeated: (layer: Layer) => boolean,
): Record<string, string> {
  const DOWNWARDS: Record<string, string> = { 'no-repeat': 'repeat-y', 'repeat-x': 'repeat' }
  const { layersOf, placeIn, stylesOf } = createBackgroundReader()
  return stylesOf(layersOf(styles).map((layer) => (isRepeated(layer) ? repeated(layer) : layer)))

  function repeated(layer: Layer): Layer {
    const place = layer.image.startsWith('url(') ? placeIn(layer, area) : undefined
    if (!place) return layer
    const { left, top, width, height } = place
    const isSizedByArea = /cover|contain|%/.test(layer.size)
    if (!isSizedByArea && (top > 0 || top + height < area.height)) return layer
    return {
      ...layer,
      size: `${width}px ${height}px`,
      'position-x': `${left - (area.left ?? 0)}px`,
      'position-y': `${top}px`,
      repeat: DOWNWARDS[layer.repeat] ?? layer.repeat,
    }
  }
}

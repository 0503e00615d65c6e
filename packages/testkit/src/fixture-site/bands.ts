import { page, type Fixtures } from './fixture.ts'

/**
 * Returns the colour of a band as `#rrggbb`: distinct for the first 200, and never black or white.
 * Pages that create bands themselves contain this function as text, so it must not use outer names.
 */
export function bandColour(index: number): string {
  const position = (index * 43 + 40) % 216
  const channels = [Math.floor(position / 36), Math.floor(position / 6) % 6, position % 6]
  return `#${channels.map((step) => (step * 51).toString(16).padStart(2, '0')).join('')}`
}

/** Returns the index, below 216, of the band of a colour; undefined for any other colour. */
export function bandOf(colour: string): number | undefined {
  return indexes.get(colour)
}

const indexes = new Map(Array.from({ length: 216 }, (_, index) => [bandColour(index), index]))

/** Returns the markup of stacked bands, as wide as their container. */
export function bands(count: number, heightPx: number): string {
  return Array.from({ length: count }, (_, index) => band(index, `height: ${heightPx}px`)).join('\n')
}

/** Returns the markup of one element in a band's colour. */
export function band(index: number, style: string): string {
  return `<div style="${style}; background: ${bandColour(index)}"></div>`
}

/** Pages that consist of bands only. */
export const bandPages: Fixtures = {
  '/bands': { title: '200 bands of 50 px in different colours', body: page('', bands(200, 50)) },
  '/very-tall': { title: '200 bands of 150 px: 30 000 px in total', body: page('', bands(200, 150)) },
}

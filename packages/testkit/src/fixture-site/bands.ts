import { page, type Fixtures } from './fixture.ts'

/**
 * The colour of a band, `#rrggbb`: different for each of the first 200, none of them black or white.
 * Pages that make bands themselves carry this function as text, so it needs nothing from outside.
 */
export function bandColour(index: number): string {
  const place = (index * 43 + 40) % 216
  const channels = [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6]
  return `#${channels.map((step) => (step * 51).toString(16).padStart(2, '0')).join('')}`
}

/** The index, below 216, of the band that has a colour; undefined for any other colour. */
export function bandOf(colour: string): number | undefined {
  return indexes.get(colour)
}

const indexes = new Map(Array.from({ length: 216 }, (_, index) => [bandColour(index), index]))

/** Markup of bands from top to bottom, as wide as what they lie in. */
export function bands(count: number, heightPx: number): string {
  return Array.from({ length: count }, (_, index) => band(index, `height: ${heightPx}px`)).join('\n')
}

/** One element in a band's colour. */
export function band(index: number, style: string): string {
  return `<div style="${style}; background: ${bandColour(index)}"></div>`
}

/** Pages that are bands and nothing else. */
export const bandPages: Fixtures = {
  '/bands': { title: '200 bands of 50 px, each of its own colour', body: page('', bands(200, 50)) },
  '/very-tall': { title: '200 bands of 150 px: 30 000 px in all', body: page('', bands(200, 150)) },
}

import { shorten } from '../pictures/shorten.ts'
import { escapeXml, SANS } from '../pictures/svg.ts'
import { grow, MARGIN, panel, shadow, type DeviceFrame } from './device-frame.ts'

const RADIUS = 10
const BAR = 44

const DOT = { first: 22, apart: 20, radius: 6, count: 3, fill: '#c9ccd1' }
const FIELD = { left: 92, right: 20, height: 28, padding: 14, font: 13, narrowest: 60 }

/** Draws the window of a browser: three dots and the address above the page. */
export const browserFrame: DeviceFrame = {
  top: MARGIN.top + BAR,
  right: MARGIN.side,
  bottom: MARGIN.bottom,
  left: MARGIN.side,
  radius: RADIUS,
  async draw({ width, height }, address = '') {
    const [x, y] = [MARGIN.side, MARGIN.top]
    const page = { x, y, width, height: BAR + height, radius: RADIUS }
    return [
      shadow(page),
      panel(grow(page, 0.5), 'fill="none" stroke="#000" stroke-opacity=".14"'),
      `<linearGradient id="window" x2="0" y2="1">
        <stop offset="${BAR / page.height}" stop-color="#eceef1"/>
        <stop offset="${BAR / page.height}" stop-color="#fff"/>
      </linearGradient>`,
      panel(page, 'fill="url(#window)"'),
      `<rect x="${x}" y="${y + BAR - 1}" width="${width}" height="1" fill="#d9dce1"/>`,
      dots(x, y + BAR / 2, width),
      await field(x, y + BAR / 2, width, address),
    ].join('')
  },
}

function dots(x: number, y: number, width: number): string {
  const places = Array.from({ length: DOT.count }, (_, index) => DOT.first + index * DOT.apart)
  return places
    .filter((place) => place + DOT.first <= width)
    .map((place) => `<circle cx="${x + place}" cy="${y}" r="${DOT.radius}" fill="${DOT.fill}"/>`)
    .join('')
}

/** Draws the field with the address in its middle; returns nothing for a window that is too narrow for it. */
async function field(x: number, y: number, width: number, address: string): Promise<string> {
  const wide = width - FIELD.left - FIELD.right
  if (wide < FIELD.narrowest) return ''
  const box = { x: x + FIELD.left, y: y - FIELD.height / 2, width: wide, height: FIELD.height }
  const text = await shorten(address, wide - 2 * FIELD.padding, FIELD.font)
  return `${panel({ ...box, radius: FIELD.height / 2 }, 'fill="#fff"')}
    <text x="${box.x + wide / 2}" y="${y + 4.5}" text-anchor="middle" font-family="${SANS}" font-size="${FIELD.font}"
      fill="#5f6368">${escapeXml(text)}</text>`
}

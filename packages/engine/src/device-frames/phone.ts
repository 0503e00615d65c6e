import { grow, MARGIN, panel, shadow, type DeviceFrame } from './device-frame.ts'

const BEZEL = 12
/** The radius of the screen's corners. */
const RADIUS = 40
/** The heights of the screen above and below the page, so that neither corners nor notch hide any of the page. */
const ABOVE = 48
const BELOW = 40

const BLACK = 'fill="#1b1c1f"'

const NOTCH = { width: 96, height: 26 }
const HANDLE = { width: 120, height: 5 }

/** Draws a telephone: round corners, a notch above the page and a handle below it. */
export const phoneFrame: DeviceFrame = {
  top: MARGIN.top + BEZEL + ABOVE,
  right: MARGIN.side + BEZEL,
  bottom: MARGIN.bottom + BEZEL + BELOW,
  left: MARGIN.side + BEZEL,
  radius: 0,
  draw({ width, height }) {
    const [x, y] = [MARGIN.side + BEZEL, MARGIN.top + BEZEL]
    const radius = Math.min(RADIUS, width / 2)
    const screen = { x, y, width, height: ABOVE + height + BELOW, radius }
    const body = grow(screen, BEZEL)
    const notch = pill(x + width / 2, y + ABOVE / 2, Math.min(NOTCH.width, width / 3), NOTCH.height)
    const handle = pill(
      x + width / 2,
      y + screen.height - BELOW / 2,
      Math.min(HANDLE.width, width / 2.5),
      HANDLE.height,
    )
    return Promise.resolve(
      [
        shadow(body),
        panel(body, BLACK),
        panel(grow(body, -1), 'fill="none" stroke="#45474d" stroke-width="2"'),
        panel(screen, 'fill="#fff"'),
        panel(notch, BLACK),
        panel(handle, BLACK),
      ].join(''),
    )
  },
}

function pill(centreX: number, centreY: number, width: number, height: number) {
  return {
    x: centreX - width / 2,
    y: centreY - height / 2,
    width,
    height,
    radius: Math.min(width, height) / 2,
  }
}

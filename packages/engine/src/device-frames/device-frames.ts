import { browserFrame } from './browser.ts'
import { phoneFrame } from './phone.ts'

/** The frames by the values of the option `wrap`. */
export const deviceFrames = { browser: browserFrame, phone: phoneFrame }

/** Returns the pixels that a frame adds on each side, at `ratio` pixels per CSS pixel. */
export function marginsOf(name: keyof typeof deviceFrames, ratio: number) {
  const { top, right, bottom, left } = deviceFrames[name]
  const toPixels = (length: number): number => Math.round(length * ratio)
  return { top: toPixels(top), right: toPixels(right), bottom: toPixels(bottom), left: toPixels(left) }
}

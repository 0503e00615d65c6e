import { browserFrame } from './browser.ts'
import { phoneFrame } from './phone.ts'

/** The frames by the values of the option `wrap`. */
export const deviceFrames = { browser: browserFrame, phone: phoneFrame }

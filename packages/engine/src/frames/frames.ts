import { browserFrame } from './browser.ts'
import { phoneFrame } from './phone.ts'

/** The frames by the values of the option `wrap`. */
export const frames = { browser: browserFrame, phone: phoneFrame }

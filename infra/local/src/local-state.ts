import { checkout } from './checkout.ts'

/** Where the state of this checkout's own stack lies. */
export const localState = `${checkout}/.local`

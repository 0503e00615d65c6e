import { resolve } from 'node:path'
import { checkout } from './checkout.ts'

/** Where the state of the stack that `npm start` runs lies: `.local` in the checkout, unless STATE_DIRECTORY is set. */
export const localState = resolve(checkout, process.env.STATE_DIRECTORY ?? '.local')

import { resolve } from 'node:path'

/** The root folder of this checkout, absolute. */
export const checkout = resolve(import.meta.dirname, '../../../..')

/** State folder of the stack that `npm start` runs: `.local` in the checkout, unless STATE_DIRECTORY is set. */
export const localState = resolve(checkout, process.env.STATE_DIRECTORY ?? '.local')

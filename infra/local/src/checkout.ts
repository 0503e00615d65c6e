import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of this checkout, absolute. */
export const checkout = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

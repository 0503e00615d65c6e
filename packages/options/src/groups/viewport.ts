import { int } from '../kinds.ts'

/** How large the page is before anything is drawn. */
export const viewport = {
  width: int('Viewport width.', { unit: 'CSS px', minimum: 1, maximum: 8192, default: 1280 }),
  height: int('Viewport height.', { unit: 'CSS px', minimum: 1, maximum: 16_384, default: 1024 }),
}

// Serialised into the page: no imports, no closures.
import type { HeldResizes } from './hear-resizes-first.ts'

/** From now on the document hears of no change of its viewport's size. */
export function muteResizes(): void {
  const realm = globalThis as unknown as Record<symbol, HeldResizes | undefined>
  const held = realm[Symbol.for('render.resizes')]
  if (held) held.isMuted = true
}

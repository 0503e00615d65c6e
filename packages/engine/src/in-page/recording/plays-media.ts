// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'

/** Returns whether a video of the page is playing. */
export function playsMedia(_: undefined, all: typeof allElements): boolean {
  return all().some((element) => element.localName === 'video' && 'paused' in element && !element.paused)
}

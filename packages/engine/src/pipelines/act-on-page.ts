import type { Stage } from '../stage.ts'
import { acceptCookies } from '../stages/prepare/accept-cookies.ts'
import { killPopups } from '../stages/prepare/kill-popups.ts'
import { pressEscape } from '../stages/prepare/press-escape.ts'
import { disableLigatures } from '../stages/prepare/disable-ligatures.ts'
import { paintBackground } from '../stages/prepare/paint-background.ts'
import { useTailwind } from '../stages/prepare/use-tailwind.ts'
import { runJs } from '../stages/prepare/run-js.ts'
import { clickElements } from '../stages/prepare/click-elements.ts'
import { clickPoints } from '../stages/prepare/click-points.ts'
import { hoverElements } from '../stages/prepare/hover-elements.ts'
import { waitForElements } from '../stages/prepare/wait-for-elements.ts'
import { hideFound } from '../stages/prepare/hide-found.ts'
import { pinHeights } from '../stages/prepare/pin-heights.ts'

/** What clears a page of what lies over it. */
export const clearPage: readonly Stage[] = [acceptCookies, pressEscape, killPopups]

/** What is done to a page then, before it is scrolled through. */
export const actOnPage: readonly Stage[] = [
  disableLigatures,
  paintBackground,
  useTailwind,
  runJs,
  clickElements,
  clickPoints,
  hoverElements,
  waitForElements,
  hideFound,
  pinHeights,
]

/** The same stage a second time, for a page that was loaded again after its first scroll. */
export function again({ name, borrows, owns, run }: Stage): Stage {
  return {
    name: `${name}-again`,
    phase: 'prepare',
    owns: [],
    borrows: [...owns, ...borrows],
    run: (work, options) => (work.isReloaded ? run(work, options) : undefined),
  }
}

import { bandPages } from './bands.ts'
import { fixedPages } from './fixed.ts'
import type { Fixtures } from './fixture.ts'
import { growingPages } from './growing.ts'
import { heightPages } from './heights.ts'
import { lazyPages } from './lazy.ts'
import { plainPages } from './plain.ts'
import { waitingPages } from './waiting.ts'
import { widePages } from './wide.ts'

/** Every page of the site, by its path. */
export const fixtures: Fixtures = {
  ...plainPages,
  ...bandPages,
  ...fixedPages,
  ...lazyPages,
  ...growingPages,
  ...heightPages,
  ...widePages,
  ...waitingPages,
}

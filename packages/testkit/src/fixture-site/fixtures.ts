import { bandPages } from './bands.ts'
import { consentPages } from './consent.ts'
import { drawnPages } from './drawn.ts'
import { filePages } from './files.ts'
import { fixedPages } from './fixed.ts'
import type { Fixtures } from './fixture.ts'
import { fontPages } from './fonts.ts'
import { framePages } from './frames.ts'
import { growingPages } from './growing.ts'
import { heightPages } from './heights.ts'
import { lazyPages } from './lazy.ts'
import { mediaPages } from './media.ts'
import { movingPages } from './moving.ts'
import { plainPages } from './plain.ts'
import { textPages } from './text.ts'
import { waitingPages } from './waiting.ts'
import { widePages } from './wide.ts'

/** Every page and file of the site by path. */
export const fixtures: Fixtures = {
  ...plainPages,
  ...bandPages,
  ...fixedPages,
  ...lazyPages,
  ...growingPages,
  ...heightPages,
  ...widePages,
  ...framePages,
  ...drawnPages,
  ...fontPages,
  ...textPages,
  ...mediaPages,
  ...movingPages,
  ...waitingPages,
  ...filePages,
  ...consentPages,
}

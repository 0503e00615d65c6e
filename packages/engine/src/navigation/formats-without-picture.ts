import type { Format } from '@render/outputs'

/** The formats for which no picture of the page is taken. */
export const FORMATS_WITHOUT_PICTURE: ReadonlySet<Format> = new Set(['pdf', 'html', 'mhtml', 'md'])

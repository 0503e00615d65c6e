// Values that the image and its thumbnails share.
export const FITS = ['cover', 'contain', 'fill', 'inside', 'outside'] as const

/** Positions within an image. */
export const PLACES = [
  'top',
  'right top',
  'right',
  'right bottom',
  'bottom',
  'left bottom',
  'left',
  'left top',
  'center',
  'centre',
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const

/** Positions, and two strategies that choose the part to keep by its content. */
export const POSITIONS = [...PLACES, 'entropy', 'attention'] as const

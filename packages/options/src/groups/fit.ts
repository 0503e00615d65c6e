// What the picture and each of its thumbnails share.
export const FITS = ['cover', 'contain', 'fill', 'inside', 'outside'] as const

/** Where something can stand. */
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

/** Which part of a picture stays: two of them are found by what the picture shows. */
export const POSITIONS = [...PLACES, 'entropy', 'attention'] as const

// What the picture and each of its thumbnails share.
export const FITS = ['cover', 'contain', 'fill', 'inside', 'outside'] as const

export const POSITIONS = [
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
  'entropy',
  'attention',
] as const

/** An `img` of the page. */
export interface ShownPicture {
  readonly currentSrc: string
  readonly crossOrigin: string | null
  /** In CSS pixels, where `srcset` gives the file a density. */
  readonly naturalWidth: number
}

declare const Image: new () => {
  src: string
  crossOrigin: string | null
  readonly naturalWidth: number
}

/**
 * Returns the pixels of a picture's file in a CSS pixel, as `srcset` and `sizes` give them: by the file's own width, which may
 * not be the one that is listed. Undefined for a picture that is not shown. Loads nothing.
 */
export function densityOf({ currentSrc, crossOrigin, naturalWidth }: ShownPicture): number | undefined {
  if (naturalWidth === 0) return undefined
  const file = new Image()
  file.crossOrigin = crossOrigin
  // A file that is shown is in memory, so that its size is known at once.
  file.src = currentSrc
  return file.naturalWidth > 0 ? file.naturalWidth / naturalWidth : undefined
}

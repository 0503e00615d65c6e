// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'

interface Picture {
  readonly localName: string
  readonly currentSrc: string
  readonly naturalWidth: number
  readonly parentElement: { querySelectorAll(selector: string): Iterable<Attributes> } | null
}

interface Attributes {
  hasAttribute(name: string): boolean
  setAttribute(name: string, value: string): void
}

declare const Image: new () => { src: string; readonly naturalWidth: number }

/** Keeps the files of pictures that the browser chose for the screen; for a print it may choose others. Loads nothing. */
export function pinPictures(_: undefined, all: typeof allElements): void {
  const pictures = all() as Iterable<unknown> as Iterable<Picture & Attributes>
  for (const picture of pictures) {
    const { localName, currentSrc, naturalWidth, parentElement } = picture
    if (localName !== 'img' || !naturalWidth) continue
    const sources = [...(parentElement?.querySelectorAll(':scope:is(picture) > source') ?? [])]
    if (sources.length === 0 && !picture.hasAttribute('srcset')) continue
    const file = new Image()
    // A file that is shown is in memory, so that its size is known at once.
    file.src = currentSrc
    if (!file.naturalWidth) continue
    picture.setAttribute('srcset', `${currentSrc} ${file.naturalWidth / naturalWidth}x`)
    for (const source of sources) source.setAttribute('media', 'not all')
  }
}

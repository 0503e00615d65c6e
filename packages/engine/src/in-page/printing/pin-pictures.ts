import { allElements } from '../finding/all-elements.ts'
import { densityOf, type ShownPicture } from '../measuring/density-of.ts'

interface Picture extends ShownPicture {
  readonly localName: string
  readonly parentElement: { querySelectorAll(selector: string): Iterable<Source> } | null
}

interface Attributes {
  hasAttribute(name: string): boolean
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
}

interface Source extends Attributes {
  readonly media: string
  readonly srcset: string
}

declare const document: { readonly baseURI: string }
declare const matchMedia: (media: string) => { readonly matches: boolean }

/** Keeps the files of pictures that the browser chose for the screen; for a print it may choose others. Loads nothing. */
export function pinPictures(): void {
  const pictures = allElements() as Iterable<unknown> as Iterable<Picture & Attributes>
  for (const picture of pictures) {
    const { localName, currentSrc, naturalWidth, parentElement } = picture
    if (localName !== 'img' || !naturalWidth) continue
    const sources = [...(parentElement?.querySelectorAll(':scope:is(picture) > source') ?? [])]
    if (sources.length === 0 && !picture.hasAttribute('srcset')) continue
    const density = densityOf(picture)
    if (density === undefined) continue
    picture.setAttribute('srcset', `${currentSrc} ${density}x`)
    const chosen = sources.find((source) => isChosen(source, currentSrc))
    if (chosen) copyDimensions(chosen, picture)
    for (const source of sources) source.setAttribute('media', 'not all')
  }

  function isChosen({ media, srcset }: Source, file: string): boolean {
    const listed = srcset
      .split(/\s+/)
      .map((text) => URL.parse(text.replace(/,$/, ''), document.baseURI)?.href)
    return matchMedia(media).matches && listed.includes(file)
  }

  /** Where a source has a width or a height, neither of the picture counts. */
  function copyDimensions(source: Source, picture: Attributes): void {
    const NAMES = ['width', 'height']
    if (!NAMES.some((name) => source.hasAttribute(name))) return
    for (const name of NAMES) {
      const value = source.getAttribute(name)
      if (value === null) picture.removeAttribute(name)
      else picture.setAttribute(name, value)
    }
  }
}

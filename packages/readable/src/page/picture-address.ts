// The function here is also serialised into pages, so it cannot import values or use closures.
import type { Element } from '../dom.ts'

/**
 * Returns the address of what a picture shows, or would show once a script or the window asks for it. Of several sizes it is the
 * one that the browser shows, or, if `prefersSource`, the one that the page names as its `src`.
 */
export function pictureAddress(element: Element, prefersSource = false): string | undefined {
  const LATE = /^data-(?:[\w-]*src|original|lazy|echo|image|url)$/
  /** Attributes whose names have these words hold a placeholder, or no picture. */
  const OTHER = /placeholder|lqip|low|preview|thumb|fallback|error|video/
  const LATE_SET = /^data-[\w-]*srcset$/
  const PLACEHOLDER =
    /\b(?:lazy|load(?:ing|er)|placeholder|lqip|spacer|blank|transparent|pixel|1x1)[^/]*\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])/i
  /** Attributes that hold the addresses of pages and of other things too. */
  const UNSURE = /^data-(?:image|url)$/
  const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:$|[?#])/i
  /** Characters of data that are too few for a picture to see. */
  const SHORT_DATA = 1000

  const { currentSrc = '' } = element as { currentSrc?: string }
  const source = element.getAttribute('src') ?? ''
  const addresses = (prefersSource ? [source, currentSrc] : [currentSrc, source]).filter(Boolean)
  const real = addresses.find((address) => !address.startsWith('data:') && !PLACEHOLDER.test(address))
  if (real && !isLazy(element.getAttribute('class') ?? '')) return real
  const shown = real ?? addresses[0]
  const late = lateAddress() ?? setOf((name) => LATE_SET.test(name))
  if (late) return late
  const isSeen = shown && !(shown.startsWith('data:') && (!currentSrc || shown.length < SHORT_DATA))
  return isSeen ? shown : (setOf((name) => name === 'srcset') ?? shown)

  /** Scripts mark a picture as loaded by one more class, or by another one. */
  function isLazy(classes: string): boolean {
    return /(?<!\S)lazy/.test(classes) && !/(?<!un|not-)loaded(?!\S)/.test(classes)
  }

  function lateAddress(): string | undefined {
    const others = [...element.attributes].filter(
      ({ name, value }) =>
        LATE.test(name) && !OTHER.test(name) && (!UNSURE.test(name) || PICTURE.test(value)),
    )
    const values = [element.getAttribute('data-src') ?? '', ...others.map(({ value }) => value)]
    // Some addresses have a place for the width, which scripts of the page fill in.
    return values.find((value) => /[./]/.test(value) && !/^data:|\{/.test(value))
  }

  /** Returns the last address of the picture's first set of addresses, which is the largest one by custom. */
  function setOf(isSet: (name: string) => boolean): string | undefined {
    const { parentElement } = element
    const sources = parentElement?.localName === 'picture' ? parentElement.querySelectorAll('source') : []
    for (const { attributes } of [element, ...sources])
      for (const { name, value } of attributes) {
        const candidates = isSet(name) ? value.split(/,\s+/) : []
        const addresses = candidates.map((candidate) => candidate.trim().split(/\s+/)[0]!)
        const address = addresses.findLast((each) => each !== '' && !/^data:|\{/.test(each))
        if (address) return address
      }
    return undefined
  }
}

import { allElements } from '../finding/all-elements.ts'

interface Media {
  mediaText: string
}
interface Rule {
  readonly cssRules?: Iterable<Rule>
  readonly media?: Media
  readonly styleSheet?: Sheet | null
}
interface Sheet {
  readonly media: Media
  readonly cssRules: Iterable<Rule>
}
interface Root {
  readonly styleSheets: Iterable<Sheet>
  readonly adoptedStyleSheets: Iterable<Sheet>
}

declare const document: Root
declare function matchMedia(query: string): { readonly matches: boolean }

/**
 * Decides the media queries with one of these features as they are now. Returns whether there are style sheets of other sites,
 * whose rules scripts cannot read.
 */
export function pinMediaQueries({ features }: { features: string }): boolean {
  const feature = new RegExp(features, 'i')
  let isUnread = false
  pinIn(document)
  for (const { shadowRoot } of allElements()) if (shadowRoot) pinIn(shadowRoot as unknown as Root)
  return isUnread

  function pinIn({ styleSheets, adoptedStyleSheets }: Root): void {
    for (const sheet of [...styleSheets, ...adoptedStyleSheets]) pinSheet(sheet)
  }

  function pinSheet(sheet: Sheet): void {
    pin(sheet.media)
    try {
      for (const rule of sheet.cssRules) pinRule(rule)
    } catch {
      isUnread = true
    }
  }

  function pinRule({ media, styleSheet, cssRules }: Rule): void {
    if (media) pin(media)
    if (styleSheet) pinSheet(styleSheet)
    for (const inner of cssRules ?? []) pinRule(inner)
  }

  function pin(media: Media): void {
    const { mediaText } = media
    if (feature.test(mediaText)) media.mediaText = matchMedia(mediaText).matches ? 'all' : 'not all'
  }
}

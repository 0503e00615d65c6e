import { TokenType } from '@csstools/css-tokenizer'
import { findPlaces, type CssAddress, type Place, type SelectorChanges } from './find-places.ts'

/** Returns the address to write instead; undefined to leave it. */
export type ReplaceAddress = (found: CssAddress) => Promise<string | undefined>

/**
 * Replaces the addresses in a style sheet, and parts of its selectors, and leaves all other text as it is. `data:`
 * addresses and fragments of the document always stay. The signal ends the work.
 */
export async function rewriteCss(
  css: string,
  replaceAddress: ReplaceAddress,
  changes: SelectorChanges = {},
  signal?: AbortSignal,
): Promise<string> {
  const parts: string[] = []
  let written = 0
  for await (const places of findPlaces(css, changes, signal)) {
    const texts = await Promise.all(places.map((place) => textFor(place, replaceAddress)))
    const changed: string[] = []
    for (const [index, { start, end }] of places.entries()) {
      const text = texts[index]
      if (text === undefined) continue
      changed.push(css.slice(written, start), text)
      written = end
    }
    parts.push(changed.join(''))
  }
  return parts.join('') + css.slice(written)
}

async function textFor(place: Place, replaceAddress: ReplaceAddress): Promise<string | undefined> {
  if ('text' in place) return place.text
  const { token, address, isSheet, property } = place
  const text = await replaceAddress({ address, isSheet, property })
  if (text === undefined) return undefined
  return token === TokenType.URL ? `url(${quoted(text)})` : quoted(text)
}

/** Writes a string of CSS that may also stand in a `<style>` element. */
export function quoted(text: string): string {
  const escape = (character: string): string => `\\${character.codePointAt(0)!.toString(16)} `
  return `"${text.replaceAll(/["\\<\n\r\f]/g, escape)}"`
}

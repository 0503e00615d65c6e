import type { SelectorChanges } from './find-places.ts'
import { rewriteCss, type ReplaceAddress } from './rewrite-css.ts'

/** A file that a document refers to. */
export interface Asset {
  body: Buffer
  /** As its server sent it, such as `text/css; charset=utf-8`. */
  contentType?: string
  /** Where it came from, when its address led there. */
  address?: string
}

/** The files of a document. */
export interface Assets {
  /**
   * Returns the file at an absolute address; undefined when it is not available. `layers` is how many times what it is written
   * into is encoded as base64 again; 0 by default.
   */
  get(address: string, layers?: number): Promise<Asset | undefined>
  /** Returns what stands in the place of an address whose file is not available. */
  missing(address: string): string
  /**
   * Returns the absolute address of a file that a custom property names; by default, and when it returns undefined, it is
   * relative to its own style sheet. `isUsed` is true when that one itself uses the property.
   */
  locate?(address: string, base: string | undefined, isUsed: boolean): string | undefined
  /** Optional; selectors stay by default, also in imported style sheets. */
  selectors?: SelectorChanges
  /** Optional; ends the work, which rejects then. */
  signal?: AbortSignal
}

/** Style sheets that import each other end here. */
const MAX_IMPORTS_DEEP = 5

/** Puts the files that a style sheet refers to into it, as `data:` addresses; those of its imports too. */
export function inlineCss(
  css: string,
  base: string | undefined,
  assets: Assets,
  importsDeep = 0,
): Promise<string> {
  const isUsed = usesOf(css)
  const replaceAddress: ReplaceAddress = async ({ address, isSheet, property }) => {
    const located = property === undefined ? undefined : assets.locate?.(address, base, isUsed(property))
    const url = located ?? URL.parse(address, base)?.href
    if (url === undefined || (isSheet && importsDeep === MAX_IMPORTS_DEEP))
      return assets.missing(url ?? address)
    const asset = await assets.get(url, importsDeep)
    if (!asset) return assets.missing(url)
    if (!isSheet) return toDataAddress(asset) + new URL(url).hash
    const text = await inlineCss(decodeCss(asset), asset.address ?? url, assets, importsDeep + 1)
    return toDataAddress({ body: Buffer.from(text), contentType: 'text/css;charset=utf-8' })
  }
  return rewriteCss(css, replaceAddress, assets.selectors, assets.signal)
}

/** Returns a function that says whether a style sheet uses a custom property. */
function usesOf(css: string): (property: string) => boolean {
  let used: Set<string> | undefined
  return (property) => {
    used ??= new Set(Array.from(css.matchAll(/\bvar\(\s*(--[^\s,)]+)/gi), ([, name]) => name!))
    return used.has(property)
  }
}

/** Returns a `data:` address with a file. Its fragment, such as the part of a drawing, is the caller's to add. */
export function toDataAddress({ body, contentType = 'application/octet-stream' }: Asset): string {
  const type = /^[\w.+-]+\/[\w.+-]+(;\s*charset=[\w-]+)?/.exec(contentType)?.[0] ?? 'application/octet-stream'
  return `data:${type.replaceAll(' ', '')};base64,${body.toString('base64')}`
}

/** Decodes a style sheet: its byte order mark wins over the server's word, which wins over its own `@charset`. */
export function decodeCss({ body, contentType = '' }: Asset): string {
  const sent = /charset=["']?([\w-]+)/i.exec(contentType)?.[1]
  const written = /^@charset "([\w-]+)";/.exec(body.toString('latin1', 0, 100))?.[1]
  const marked = body[0] === 0xff || body[0] === 0xfe ? 'utf-16' : undefined
  try {
    return new TextDecoder(marked ?? sent ?? written).decode(body)
  } catch {
    return body.toString()
  }
}

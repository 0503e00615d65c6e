import type { LoadedFiles } from './track-loaded-files.ts'

/** Characters that are parsed for one document. They take half a second at most. */
const MAX_PARSED = 20_000_000

/** Finds the files that custom properties name, among those that a page loaded. */
export interface FileLocator {
  /**
   * Returns the absolute address of a file that the page loaded; undefined for none. `isUsed` says whether the style sheet at
   * `base` uses the property that it declares.
   */
  locate: (address: string, base: string | undefined, isUsed: boolean) => string | undefined
  /** Returns the addresses that were chosen from several. */
  unsure: () => string[]
}

/**
 * The browser resolves the address where `var()` is used: in any document or style sheet, but in the declaring one only if it
 * uses the property too. Which of them use it for an element cannot be told from their text.
 */
export function createFileLocator(loaded: LoadedFiles, documents: readonly string[]): FileLocator {
  const bases = [...new Set([...documents, ...loaded.styleSheets()])]
  const known = new Map<string, string | undefined>()
  const unsure = new Set<string>()
  let parsed = 0

  function find(address: string, base: string, isUsed: boolean): string | undefined {
    const isBase = isUsed || documents.includes(base)
    const found = new Set<string>()
    for (const each of [...(isBase ? [base] : []), ...bases.filter((other) => other !== base)]) {
      parsed += address.length + each.length
      if (parsed > MAX_PARSED) break
      const url = URL.parse(address, each)?.href
      if (url !== undefined && (loaded.find(url)?.status ?? 404) < 400) found.add(url)
    }
    const [first] = found
    if (first !== undefined && found.size > 1) unsure.add(first)
    return first
  }

  return {
    locate(address, base = '', isUsed) {
      if (parsed > MAX_PARSED || /^\s*[a-z][\w+.-]*:/i.test(address)) return undefined
      const key = `${base} ${isUsed} ${address}`
      if (!known.has(key)) known.set(key, find(address, base, isUsed))
      return known.get(key)
    },
    unsure: () => [...unsure],
  }
}

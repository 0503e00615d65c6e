import * as inPage from '../in-page/index.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type PageFunction = (...args: any[]) => unknown

/** A name that is not that of a property. */
const NAME = /(?<![\w$]|[^.]\.)[A-Za-z_$][\w$]*/g

/** Returns an expression for a function that runs in the page, with the functions of `in-page` that it uses. */
export const pageSource = createPageSource(inPage)

/**
 * Returns `pageSource` for a list of functions. Each is known by its name at run time, which its text and the texts of others have
 * as well: a bundler that renames a function does so everywhere.
 */
export function createPageSource(
  listed: Readonly<Record<string, PageFunction>>,
): (body: PageFunction) => string {
  const byName = new Map(Object.values(listed).map((each) => [each.name, each]))
  const sources = new WeakMap<PageFunction, string>()

  function sourceOf(body: PageFunction): string {
    const used = new Set<PageFunction>()
    addUsed(body, used)
    const text = body.toString()
    if (used.size === 0) return text
    // The declarations are hoisted, so that their order does not matter.
    return `(() => {\n${[...used].join('\n')}\nreturn ${text}\n})()`
  }

  function addUsed(body: PageFunction, used: Set<PageFunction>): void {
    for (const [name] of body.toString().matchAll(NAME)) {
      const found = byName.get(name)
      if (!found || found === body || used.has(found)) continue
      used.add(found)
      addUsed(found, used)
    }
  }

  return (body) => {
    const source = sources.get(body) ?? sourceOf(body)
    sources.set(body, source)
    return source
  }
}

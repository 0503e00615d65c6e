import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Texts by name. */
type Named<T> = Record<string, T>

/**
 * Where something is that must not be there, as `name in place`; also where it is hidden in base64, as in a header of Basic
 * authorization.
 */
export function findLeaks(secrets: Named<string>, places: Named<Iterable<Buffer>>): string[] {
  const looked = Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).map((form) => [name, Buffer.from(form)] as const),
  )
  const found = Object.entries(places).flatMap(([place, parts]) =>
    [...parts].flatMap((part) =>
      looked.flatMap(([name, form]) => (part.includes(form) ? [`${name} in ${place}`] : [])),
    ),
  )
  return [...new Set(found)].toSorted()
}

/** All files of a folder but some, by their names; those that vanish meanwhile are none. */
export function* filesOf(directory: string, except: readonly string[] = []): Generator<Buffer> {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || except.includes(entry.name)) continue
    try {
      yield readFileSync(join(entry.parentPath, entry.name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

/** As it is, and what base64 makes of it wherever it begins; its ends there depend on its neighbours. */
function formsOf(secret: string): string[] {
  const encoded = [0, 1, 2].map((before) => {
    const text = Buffer.from(' '.repeat(before) + secret).toString('base64')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6))
  })
  return [secret, ...encoded]
}

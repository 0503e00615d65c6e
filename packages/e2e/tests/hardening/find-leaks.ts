import { query } from '@render/testkit'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Named<T> = Record<string, T>

/**
 * Returns where secrets appear, as `name in place`. Also finds them in base64, as in a Basic authorization header.
 */
export function findLeaks(secrets: Named<string>, places: Named<Iterable<Buffer>>): string[] {
  const searched = Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).map((form) => [name, Buffer.from(form)] as const),
  )
  const found = Object.entries(places).flatMap(([place, parts]) =>
    [...parts].flatMap((part) =>
      searched.flatMap(([name, form]) => (part.includes(form) ? [`${name} in ${place}`] : [])),
    ),
  )
  return [...new Set(found)].toSorted()
}

/** Yields the files of a folder except those of some names; skips files that disappear. */
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

/** Returns all rows of all tables as text. */
export async function dumpDatabase(url: string): Promise<string> {
  const tables = await query<{ name: string }>(
    url,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const rows = tables.map(async ({ name }) =>
    query<{ row: string }>(url, `select t::text as row from "${name}" t`),
  )
  return (await Promise.all(rows))
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

/** Returns a secret as text and in base64 at each of the three alignments, without the characters that depend on context. */
function formsOf(secret: string): string[] {
  const encoded = [0, 1, 2].map((before) => {
    const text = Buffer.from(' '.repeat(before) + secret).toString('base64')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6))
  })
  return [secret, ...encoded]
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** All that a folder's files hold, to look for what must not be there. */
export function filesUnder(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

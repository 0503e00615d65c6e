// Reads the folder of migrations, in Prisma's layout: one folder per migration, named by time and purpose.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const SCHEMA_FILE = fileURLToPath(new URL('../../../../prisma/schema.prisma', import.meta.url))
export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url))
/** The schema at the time of the newest migration. */
export const SNAPSHOT_FILE = `${MIGRATIONS_DIRECTORY}/snapshot.prisma`

export interface Migration {
  name: string
  sql: string
  /** Hex SHA-256 of the file, as Prisma computes it. */
  checksum: string
}

/** Returns all migrations, oldest first. */
export function readMigrations(directory: string): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .map((name) => {
      const sql = readFileSync(`${directory}/${name}/migration.sql`, 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

import type { Logger } from '@render/runtime'
import type { Vault } from '@render/vault'
import type { Database, DatabaseClient } from './database.ts'
import { Prisma } from '../generated/client.ts'

interface Parts {
  database: DatabaseClient
  vault: Vault
  logger: Pick<Logger, 'info' | 'error'>
}

interface Row {
  id: string
  organisationId: string
  sealed: string
}

/** Rows of one query: few, so that concurrent queries are not slowed. */
const BATCH_SIZE = 100

/** The encrypted column of every table that has one. */
export const SEALED_AT_REST = {
  credentials: 'sealed',
  project_keys: 'sealed',
  projects: 'sealed_defaults',
  proxies: 'sealed',
  webhook_secrets: 'sealed',
} as const

type Table = keyof typeof SEALED_AT_REST

/**
 * Encrypts with the newest key everything that an older key encrypted, in batches; concurrent changes win. A value that no
 * key opens is logged and left as it is. After a run without losses, older keys are no longer needed.
 */
export async function resealSecrets(
  { database: { client }, vault, logger }: Parts,
  signal?: AbortSignal,
): Promise<{ resealed: number; lost: number }> {
  const counts = { resealed: 0, lost: 0 }
  for (const table of Object.keys(SEALED_AT_REST) as Table[])
    for (let after: string | undefined = ''; after !== undefined;) {
      signal?.throwIfAborted()
      const rows = await readRows(client, table, after)
      for (const row of rows) if (!vault.isCurrent(row.sealed)) await reseal(table, row)
      after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)!.id
    }
  if (counts.resealed > 0) logger.info(counts, 'secrets resealed with the newest key')
  return counts

  async function reseal(table: Table, { id, organisationId, sealed }: Row): Promise<void> {
    const place = { organisationId, table, rowId: id }
    const secret = await vault.open(sealed, place).catch(() => undefined)
    if (secret === undefined) {
      counts.lost += 1
      logger.error({ alert: 'secret-lost', table, id }, 'stored secret cannot be decrypted')
      return
    }
    const column = Prisma.raw(SEALED_AT_REST[table])
    counts.resealed += await client.$executeRaw`
      update ${Prisma.raw(table)} set ${column} = ${await vault.seal(secret, place)}
      where id = ${id} and ${column} = ${sealed}`
  }
}

function readRows(client: Database['client'], table: Table, after: string): Promise<Row[]> {
  const column = Prisma.raw(SEALED_AT_REST[table])
  return client.$queryRaw<Row[]>`
    select id, organisation_id as "organisationId", ${column} as sealed from ${Prisma.raw(table)}
    where ${column} is not null and id > ${after} order by id limit ${BATCH_SIZE}`
}

import type { Logger } from '@render/runtime'
import type { Vault } from '@render/vault'
import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'

interface Parts {
  database: Pick<Database, 'client'>
  vault: Vault
  logger: Pick<Logger, 'info' | 'error'>
}

interface Row {
  id: string
  organisationId: string
  sealed: string
}

/** Rows of one question: renders that open secrets meanwhile do not notice. */
const AT_ONCE = 100

/** The column that holds what is sealed to its row of its organisation, by table. */
export const SEALED_AT_REST = {
  credentials: 'sealed',
  projects: 'sealed_defaults',
  proxies: 'sealed',
  webhook_secrets: 'sealed',
} as const

type Table = keyof typeof SEALED_AT_REST

/**
 * Seals with the newest key what is sealed with an older one, some rows at a time; what is changed meanwhile stays as it was
 * changed. What no key opens is left, and the log has it. When nothing is left, older keys are needed no more.
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
      after = rows.length < AT_ONCE ? undefined : rows.at(-1)!.id
    }
  if (counts.resealed > 0) logger.info(counts, 'secrets sealed with the newest key')
  return counts

  async function reseal(table: Table, { id, organisationId, sealed }: Row): Promise<void> {
    const place = { organisationId, table, rowId: id }
    const secret = await vault.open(sealed, place).catch(() => undefined)
    if (secret === undefined) {
      counts.lost += 1
      logger.error({ alert: 'secret-lost', table, id }, 'a stored secret cannot be opened')
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
    where ${column} is not null and id > ${after} order by id limit ${AT_ONCE}`
}

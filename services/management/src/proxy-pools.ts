import { randomUUIDv7 } from 'node:crypto'
import type { Place, Vault } from '@render/vault'
import type { Prisma } from './generated/client.ts'

/** Proxies under one name. */
export interface ProxyPoolContent {
  name: string
  /** Each `url` is `[scheme://][user:password@]host:port`. */
  proxies: { name: string; url: string }[]
}

/** Puts a pool of an organisation, in place of what it held before. The proxies' addresses are sealed to their rows. */
export async function putProxyPool(
  tx: Prisma.TransactionClient,
  vault: Vault,
  { id, organisationId, name, proxies }: ProxyPoolContent & { id: string; organisationId: string },
): Promise<void> {
  const { count } = await tx.proxyPool.updateMany({ where: { id, organisationId }, data: { name } })
  if (count === 0) await tx.proxyPool.create({ data: { id, organisationId, name } })
  await tx.proxy.deleteMany({ where: { poolId: id, organisationId } })
  const rows = proxies.map(async ({ name, url }) => {
    const row = { id: `prox_${randomUUIDv7()}`, organisationId }
    return { ...row, poolId: id, name, sealed: await vault.seal(url, proxyPlace(row)) }
  })
  await tx.proxy.createMany({ data: await Promise.all(rows) })
}

/**
 * Has the renders of a project go through a pool where they ask for that; through none when it is null. False where the
 * organisation has no such project or no such pool.
 */
export async function assignProxyPool(
  tx: Prisma.TransactionClient,
  { organisationId, projectId, poolId }: { organisationId: string; projectId: string; poolId: string | null },
): Promise<boolean> {
  const pool = poolId && (await tx.proxyPool.findUnique({ where: { id: poolId, organisationId } }))
  if (poolId && !pool) return false
  const where = { id: projectId, organisationId }
  const { count } = await tx.project.updateMany({ where, data: { proxyPoolId: poolId } })
  return count === 1
}

export interface StoredProxy {
  id: string
  organisationId: string
  sealed: string
}

/** The addresses of stored proxies in clear. */
export function openProxies(vault: Vault, rows: readonly StoredProxy[]): Promise<string[]> {
  return Promise.all(rows.map((row) => vault.open(row.sealed, proxyPlace(row))))
}

/** Where a proxy is kept: a sealed text moved to another row or organisation does not open. */
function proxyPlace({ id, organisationId }: { id: string; organisationId: string }): Place {
  return { organisationId, table: 'proxies', rowId: id }
}

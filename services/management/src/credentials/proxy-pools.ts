import type { StorageLocation, Vault } from '@render/vault'
import type { DatabaseClient } from '../database/database.ts'
import type { Prisma, Proxy, ProxyPool } from '../generated/client.ts'
import { OLDEST_FIRST } from '../database/list-order.ts'
import { newId } from '../database/new-id.ts'

/** A named list of proxies. */
export interface ProxyPoolContent {
  name: string
  proxies: ProxyContent[]
}

/** A new proxy, or one of the pool by its id, which keeps its address when `url` is absent. */
type ProxyContent = { name: string } & (
  | {
      id?: undefined
      /** `[scheme://][user:password@]host:port` */
      url: string
    }
  | { id: string; url?: string }
)

export interface PoolKey {
  id: string
  organisationId: string
}

export type ListedPool = ProxyPool & { proxies: Proxy[]; projects: { id: string }[] }

/** Proxies of older pools all have the same position. */
export const IN_POOL = [{ position: 'asc' }, { id: 'asc' }] as const

const include = {
  proxies: { orderBy: [...IN_POOL] },
  projects: { select: { id: true }, orderBy: [...OLDEST_FIRST] },
}

/** Lists the proxy pools of an organisation, oldest first. */
export function listProxyPools({ client }: DatabaseClient, organisationId: string): Promise<ListedPool[]> {
  return client.proxyPool.findMany({ where: { organisationId }, include, orderBy: [...OLDEST_FIRST] })
}

export function findProxyPool({ client }: DatabaseClient, key: PoolKey): Promise<ListedPool | null> {
  return client.proxyPool.findUnique({ where: { ...key }, include })
}

/** Finds a pool and locks it until the transaction ends: others can neither change it nor assign it to a project. */
export async function lockProxyPool({ client }: DatabaseClient, key: PoolKey): Promise<ListedPool | null> {
  await client.$queryRaw`select id from proxy_pools where id = ${key.id} for update`
  return findProxyPool({ client }, key)
}

/** Deletes a pool that is not assigned to any project; returns false when there is no such pool. */
export async function deleteUnusedPool({ client }: DatabaseClient, key: PoolKey): Promise<boolean> {
  return (await client.proxyPool.deleteMany({ where: { ...key, projects: { none: {} } } })).count === 1
}

/**
 * Creates a pool, or replaces its name and proxies. Addresses are sealed to their rows. Every `id` must be that of a proxy
 * of the pool.
 */
export async function putProxyPool(
  tx: Prisma.TransactionClient,
  vault: Vault,
  { id, organisationId, name, proxies }: ProxyPoolContent & PoolKey,
): Promise<void> {
  const key = { id, organisationId }
  const { count } = await tx.proxyPool.updateMany({ where: key, data: { name } })
  if (count === 0) await tx.proxyPool.create({ data: { ...key, name } })
  const kept = proxies.flatMap((proxy) => proxy.id ?? [])
  await tx.proxy.deleteMany({ where: { poolId: id, organisationId, id: { notIn: kept } } })
  for (const [position, proxy] of proxies.entries()) {
    const row = { id: proxy.id ?? newId('proxy'), organisationId, poolId: id }
    const fields = { name: proxy.name, position }
    if (proxy.id === undefined)
      await tx.proxy.create({ data: { ...row, ...fields, ...(await sealed(vault, row, proxy.url)) } })
    else {
      const address = proxy.url === undefined ? {} : await sealed(vault, row, proxy.url)
      await tx.proxy.update({ where: row, data: { ...fields, ...address } })
    }
  }
}

export interface StoredProxy {
  id: string
  organisationId: string
  sealed: string
}

/** Decrypts the addresses of stored proxies. */
export function openProxies(vault: Vault, rows: readonly StoredProxy[]): Promise<string[]> {
  return Promise.all(rows.map((row) => vault.open(row.sealed, proxyLocation(row))))
}

/** Returns a proxy's address encrypted, and masked without user and password. */
async function sealed(vault: Vault, row: Omit<StoredProxy, 'sealed'>, url: string) {
  return {
    sealed: await vault.seal(url, proxyLocation(row)),
    shown: url.replace(/^((?:\w+:\/\/)?).*@/, '$1…@'),
  }
}

/** Returns the location that an address is sealed to. In another row or organisation it cannot be opened. */
function proxyLocation({ id, organisationId }: Omit<StoredProxy, 'sealed'>): StorageLocation {
  return { organisationId, table: 'proxies', rowId: id }
}

import { randomUUIDv7 } from 'node:crypto'
import type { Place, Vault } from '@render/vault'
import type { Database } from './database.ts'
import type { Prisma, Proxy, ProxyPool } from './generated/client.ts'
import { OLDEST_FIRST } from './list-order.ts'

/** Proxies under one name. */
export interface ProxyPoolContent {
  name: string
  proxies: ProxyContent[]
}

/** A new one, or one that is in the pool by its id; that keeps its address unless it gets another one. */
type ProxyContent = { name: string } & (
  | {
      id?: undefined
      /** `[scheme://][user:password@]host:port` */
      url: string
    }
  | { id: string; url?: string }
)

export interface PoolPlace {
  id: string
  organisationId: string
}

export type ListedPool = ProxyPool & { proxies: Proxy[]; projects: { id: string }[] }

type Client = Pick<Database, 'client'>

const include = {
  proxies: { orderBy: { position: 'asc' as const } },
  projects: { select: { id: true }, orderBy: [...OLDEST_FIRST] },
}

/** All pools of an organisation, the oldest first. */
export function listProxyPools({ client }: Client, organisationId: string): Promise<ListedPool[]> {
  return client.proxyPool.findMany({ where: { organisationId }, include, orderBy: [...OLDEST_FIRST] })
}

export function findProxyPool({ client }: Client, place: PoolPlace): Promise<ListedPool | null> {
  return client.proxyPool.findUnique({ where: { ...place }, include })
}

/** The same; until the transaction ends, nobody else changes it, or has a project use it. */
export async function holdProxyPool({ client }: Client, place: PoolPlace): Promise<ListedPool | null> {
  await client.$queryRaw`select id from proxy_pools where id = ${place.id} for update`
  return findProxyPool({ client }, place)
}

/** Deletes a pool that no project uses; false when there is no such one. */
export async function deleteUnusedPool({ client }: Client, place: PoolPlace): Promise<boolean> {
  return (await client.proxyPool.deleteMany({ where: { ...place, projects: { none: {} } } })).count === 1
}

/**
 * Puts a pool of an organisation, in place of what it held before. The proxies' addresses are sealed to their rows. An `id`
 * among them must be that of one in the pool.
 */
export async function putProxyPool(
  tx: Prisma.TransactionClient,
  vault: Vault,
  { id, organisationId, name, proxies }: ProxyPoolContent & PoolPlace,
): Promise<void> {
  const place = { id, organisationId }
  const { count } = await tx.proxyPool.updateMany({ where: place, data: { name } })
  if (count === 0) await tx.proxyPool.create({ data: { ...place, name } })
  const kept = proxies.flatMap((proxy) => proxy.id ?? [])
  await tx.proxy.deleteMany({ where: { poolId: id, organisationId, id: { notIn: kept } } })
  for (const [position, proxy] of proxies.entries()) {
    const row = { id: proxy.id ?? `prox_${randomUUIDv7()}`, organisationId, poolId: id }
    const shown = { name: proxy.name, position }
    if (proxy.id === undefined)
      await tx.proxy.create({ data: { ...row, ...shown, ...(await sealed(vault, row, proxy.url)) } })
    else {
      const address = proxy.url === undefined ? {} : await sealed(vault, row, proxy.url)
      await tx.proxy.update({ where: row, data: { ...shown, ...address } })
    }
  }
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

/** A proxy's address as it is stored, and without user and password. */
async function sealed(vault: Vault, row: Omit<StoredProxy, 'sealed'>, url: string) {
  return {
    sealed: await vault.seal(url, proxyPlace(row)),
    shown: url.replace(/^((?:\w+:\/\/)?).*@/, '$1…@'),
  }
}

/** Where a proxy is kept: a sealed text moved to another row or organisation does not open. */
function proxyPlace({ id, organisationId }: Omit<StoredProxy, 'sealed'>): Place {
  return { organisationId, table: 'proxies', rowId: id }
}

import { isDeepStrictEqual } from 'node:util'
import { parseUpstreamProxy } from '@render/net'
import type { Values } from '@render/runtime'
import { apiKeyKind, hashApiKey, type ApiKeyKind, type Vault } from '@render/vault'
import type { seedEnvironment } from '../config.ts'
import { assign } from '../projects/assignments.ts'
import type { Database } from './database.ts'
import type { Prisma } from '../generated/client.ts'
import { IN_POOL, openProxies, putProxyPool } from '../credentials/proxy-pools.ts'
import { openProjectKey, sealProjectKey } from '../projects/seal-project-key.ts'
import { webhookSecretLocation } from '../deliveries/webhook-secrets.ts'

export interface SeedKeys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  organisationKey: string
  /** Proxy addresses of the project; when absent or empty, the project keeps those it has. */
  proxies?: string[]
}

/** Returns the keys that the environment of the command names. */
export function seedKeysOf(config: Values<typeof seedEnvironment>): SeedKeys {
  return {
    secretKey: config.SEED_SECRET_KEY,
    publishableKey: config.SEED_PUBLISHABLE_KEY,
    webhookSecret: config.SEED_WEBHOOK_SECRET,
    organisationKey: config.SEED_ORGANISATION_KEY,
    proxies: config.SEED_PROXIES,
  }
}

/** Fixed ids, by which a second run finds the rows of the first. */
const IDS = {
  organisation: 'org_first',
  user: 'usr_first',
  member: 'mem_first',
  plan: 'plan_unlimited',
  project: 'proj_first',
  secretKey: 'key_first_secret',
  publishableKey: 'key_first_publishable',
  webhookSecret: 'whk_first',
  organisationKey: 'mkey_first',
  proxyPool: 'pool_first',
}
const OWNER = { organisationId: IDS.organisation }

const LOCK = 72_707_370

/** Other services start at the same time, and another instance may hold the lock. */
const PATIENT = { maxWait: 30_000, timeout: 60_000 }

/**
 * Creates the first organisation, user, plan and project, and sets the given keys as the project's. Existing rows stay as
 * they are, except that keys which differ from the last run replace the old ones. A project that was deleted since stays
 * deleted.
 */
export async function seedDatabase({ client }: Database, vault: Vault, keys: SeedKeys): Promise<void> {
  const secretKey = storedKey(keys.secretKey, 'sk', 'SEED_SECRET_KEY')
  const publishableKey = storedKey(keys.publishableKey, 'pk', 'SEED_PUBLISHABLE_KEY')
  const organisationKey = storedKey(keys.organisationKey, 'mk', 'SEED_ORGANISATION_KEY')
  requireWebhookSecret(keys.webhookSecret)

  await client.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${LOCK})`
    await createFirstRows(tx)
    await putManagementKey(tx, organisationKey)
    if (!(await tx.project.findUnique({ where: { id: IDS.project } }))) return
    await putProjectKey(tx, { id: IDS.secretKey, kind: 'secret', ...secretKey })
    await putSealedKey(tx, vault, keys.secretKey)
    await putProjectKey(tx, { id: IDS.publishableKey, kind: 'publishable', ...publishableKey })
    await putWebhookSecret(tx, vault, keys.webhookSecret)
    await putProxies(tx, vault, keys.proxies ?? [])
  }, PATIENT)
}

async function createFirstRows(tx: Prisma.TransactionClient): Promise<void> {
  const { plan, organisation, user, member, project } = IDS
  const once = { skipDuplicates: true }
  await tx.plan.createMany({ data: { id: plan, name: 'Unlimited' }, ...once })
  const { count } = await tx.organisation.createMany({
    data: { id: organisation, name: 'First organisation', planId: plan },
    ...once,
  })
  const email = 'owner@localhost.localdomain'
  await tx.user.createMany({ data: { id: user, name: 'Owner', email, emailVerified: true }, ...once })
  if (count === 0) return
  await tx.member.create({ data: { id: member, userId: user, role: 'owner', ...OWNER } })
  await tx.project.create({ data: { id: project, name: 'Default', ...OWNER } })
}

interface StoredKey {
  hash: string
  prefix: string
  last4: string
}

async function putProjectKey(
  tx: Prisma.TransactionClient,
  { id, kind, ...stored }: StoredKey & { id: string; kind: 'secret' | 'publishable' },
): Promise<void> {
  const present = await tx.projectKey.findUnique({ where: { id } })
  if (present?.hash === stored.hash) return
  const key = { ...stored, kind, projectId: IDS.project, revokedAt: null, createdAt: new Date() }
  await tx.projectKey.upsert({ where: { id }, create: { id, ...OWNER, ...key }, update: key })
}

/** Seals the secret key unless it is sealed already. */
async function putSealedKey(tx: Prisma.TransactionClient, vault: Vault, key: string): Promise<void> {
  const location = { id: IDS.secretKey, ...OWNER }
  const [present] = await tx.$queryRaw<{ sealed: string | null }[]>`
    select sealed from project_keys where id = ${location.id}`
  const kept =
    present?.sealed && (await openProjectKey(vault, location, present.sealed).catch(() => undefined))
  if (kept !== key) await sealProjectKey({ client: tx }, vault, { ...location, key })
}

async function putManagementKey(tx: Prisma.TransactionClient, stored: StoredKey): Promise<void> {
  const id = IDS.organisationKey
  const present = await tx.managementKey.findUnique({ where: { id } })
  if (present?.hash === stored.hash) return
  const key = { ...stored, name: 'First key', permissions: ['*'], revokedAt: null, createdAt: new Date() }
  await tx.managementKey.upsert({ where: { id }, create: { id, ...OWNER, ...key }, update: key })
}

async function putWebhookSecret(tx: Prisma.TransactionClient, vault: Vault, secret: string): Promise<void> {
  const id = IDS.webhookSecret
  const place = webhookSecretLocation({ id, ...OWNER })
  const present = await tx.webhookSecret.findUnique({ where: { id } })
  // A secret that the vault can no longer open is replaced.
  const kept = present && (await vault.open(present.sealed, place).catch(() => undefined))
  if (kept === secret) return
  const sealed = await vault.seal(secret, place)
  const row = { sealed, last4: secret.slice(-4), revokedAt: null, createdAt: new Date() }
  const create = { id, projectId: IDS.project, ...OWNER, ...row }
  await tx.webhookSecret.upsert({ where: { id }, create, update: row })
}

async function putProxies(tx: Prisma.TransactionClient, vault: Vault, urls: string[]): Promise<void> {
  if (urls.length === 0) return
  const invalid = urls.findIndex((url) => !parseUpstreamProxy(url))
  if (invalid >= 0)
    throw new Error(
      `SEED_PROXIES: item ${invalid + 1} must be a proxy address such as [scheme://][user:password@]host:port.`,
    )
  const id = IDS.proxyPool
  const present = await tx.proxy.findMany({ where: { poolId: id }, orderBy: [...IN_POOL] })
  const kept = await openProxies(vault, present).catch(() => [])
  if (isDeepStrictEqual(kept, urls)) return
  const proxies = urls.map((url, index) => ({ name: `Proxy ${index + 1}`, url }))
  await putProxyPool(tx, vault, { id, ...OWNER, name: 'First proxies', proxies })
  await assign({ client: tx }, { ...OWNER, projectId: IDS.project }, 'proxyPoolId', id)
}

function storedKey(key: string, kind: ApiKeyKind, variable: string): StoredKey {
  if (apiKeyKind(key) !== kind) throw new Error(`${variable} must be a key starting with "${kind}_".`)
  return { hash: hashApiKey(key), prefix: kind, last4: key.slice(-4) }
}

function requireWebhookSecret(secret: string): void {
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
  if (!secret.startsWith('whsec_') || bytes.length < 24)
    throw new Error('SEED_WEBHOOK_SECRET must be "whsec_" followed by the base64 of at least 24 bytes.')
}

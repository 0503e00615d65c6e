import type { Account } from '@render/management-client'
import type { Defaults } from '@render/options'
import type { Vault } from '@render/vault'
import type { Database } from '../database/database.ts'
import { findUsage } from './usage.ts'
import type { Project } from '../generated/client.ts'
import type { Block } from './standing.ts'
import { openDefaults } from '../projects/render-defaults.ts'
import type { SealForWorker } from '../credentials/seal-for-worker.ts'

const HOUR_MS = 3_600_000

const SELECTION = {
  id: true,
  revokedAt: true,
  lastUsedAt: true,
  project: {
    select: {
      id: true,
      name: true,
      organisationId: true,
      enabled: true,
      engineVersion: true,
      sealedDefaults: true,
      proxyPool: {
        select: {
          proxies: {
            select: { id: true, organisationId: true, sealed: true },
            orderBy: { position: 'asc' },
          },
        },
      },
    },
  },
  organisation: {
    select: {
      id: true,
      createdAt: true,
      activeUntil: true,
      blocked: true,
      plan: {
        select: {
          name: true,
          trial: true,
          rendersPerMinute: true,
          rendersPerPeriod: true,
          maxOutstanding: true,
          features: true,
        },
      },
      // Confirmed users first: one is enough.
      members: {
        select: { user: { select: { emailVerified: true } } },
        orderBy: { user: { emailVerified: 'desc' } },
        take: 1,
      },
    },
  },
} as const

/**
 * Returns the account of a project's key, by the hex SHA-256 of the key; undefined for an unknown or revoked key. Gateways
 * request it as long as a key is in use, so its last use is stored here, once an hour.
 */
export async function findAccount(
  { client }: Pick<Database, 'client'>,
  hash: string,
  { vault, sealForWorker }: { vault: Vault; sealForWorker: SealForWorker },
): Promise<Account | undefined> {
  const key = await client.projectKey.findUnique({ where: { hash }, select: SELECTION })
  if (!key || key.revokedAt) return undefined
  const now = Date.now()
  if (now - (key.lastUsedAt?.getTime() ?? 0) > HOUR_MS)
    // A failure to store it must not refuse the key.
    await client.projectKey
      .updateMany({ where: { id: key.id }, data: { lastUsedAt: new Date(now) } })
      .catch(() => {})
  const { project, organisation } = key
  const [member] = organisation.members
  const { renders, start, end } = await findUsage({ client }, organisation)
  const defaults = project ? await defaultsOf(project, vault) : {}
  const sealedForWorker = await sealForWorker({ proxies: project?.proxyPool?.proxies ?? [] })
  return {
    organisationId: organisation.id,
    project: project && {
      id: project.id,
      name: project.name,
      enabled: project.enabled,
      ...(Object.keys(defaults).length > 0 && { defaults }),
      ...(sealedForWorker && { sealedForWorker }),
    },
    user: member ? { confirmed: member.user.emailVerified } : null,
    plan: organisation.plan,
    usage: { renders, from: start.toISOString(), until: end.toISOString() },
    activeUntil: organisation.activeUntil?.toISOString() ?? null,
    ...(organisation.blocked && { blocked: (organisation.blocked as unknown as Block).response ?? {} }),
  }
}

/** Returns the project's default options, including its engine version, which is stored in a column of its own. */
async function defaultsOf(
  project: Parameters<typeof openDefaults>[1] & Pick<Project, 'engineVersion'>,
  vault: Vault,
): Promise<Defaults> {
  const { engineVersion } = project
  const defaults = await openDefaults(vault, project)
  return engineVersion && defaults.v === undefined ? { engine_version: engineVersion, ...defaults } : defaults
}

import { createHash } from 'node:crypto'
import type { Account } from '@render/management-client'
import type { Defaults } from '@render/options'
import type { Vault } from '@render/vault'
import type { SealForWorker } from '../credentials/seal-for-worker.ts'
import type { StoredCredential } from '../credentials/credentials.ts'
import type { StoredProxy } from '../credentials/proxy-pools.ts'
import type { Database, DatabaseClient } from '../database/database.ts'
import type { Project, ProjectKeyKind } from '../generated/client.ts'
import { openDefaults } from '../projects/render-defaults.ts'
import { openProjectKey } from '../projects/seal-project-key.ts'
import type { Block } from './account-status.ts'
import { usagePeriod } from './usage.ts'

const HOUR_MS = 3_600_000

type StoredProject = Pick<
  Project,
  'id' | 'name' | 'organisationId' | 'enabled' | 'tokenless' | 'engineVersion' | 'sealedDefaults'
>

interface Row {
  keyId: string
  kind: ProjectKeyKind
  /** Whether the key is stored, and not only its hash. */
  isSealed: boolean
  lastUsedAt: Date | null
  organisationId: string
  createdAt: Date
  activeUntil: Date | null
  blocked: Block | null
  project: StoredProject | null
  proxies: StoredProxy[] | null
  /** The secret keys of the project that are not revoked; null unless the key is a publishable one. */
  linkKeys: { id: string; sealed: string }[] | null
  /** The project's credential for language models, with the hints of its secrets. */
  llm: (StoredCredential & { hints: Record<string, string> }) | null
  /** Its credential for an object store. */
  storage: (StoredCredential & { hints: Record<string, string> }) | null
  plan: Account['plan']
  /** Whether any member has a confirmed address; null without members. */
  confirmed: boolean | null
  /** Renders of the periods that may be the current one. */
  usage: { start: string; renders: number }[] | null
}

/**
 * Returns the account of a project's key, by the hex SHA-256 of the key; undefined for an unknown or revoked key. Gateways
 * request it while a key is in use, so its last use is stored here, once an hour.
 */
export async function findAccount(
  { client }: DatabaseClient,
  hash: string,
  { vault, sealForWorker }: { vault: Vault; sealForWorker: SealForWorker },
): Promise<Account | undefined> {
  const row = await readAccount(client, hash)
  if (!row) return undefined
  const now = new Date()
  if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) > HOUR_MS)
    // A failure to store it must not refuse the key.
    await client.projectKey
      .updateMany({ where: { id: row.keyId }, data: { lastUsedAt: now } })
      .catch(() => {})
  const { project, linkKeys, llm, storage, confirmed, plan, blocked } = row
  const { start, end } = usagePeriod(row.createdAt, now)
  const current = row.usage?.find((each) => Date.parse(each.start) === start.getTime())
  const defaults = project ? await defaultsOf(project, vault) : {}
  const stored = project && { projectId: project.id, proxies: row.proxies ?? [], llm, storage }
  const sealedForWorker = stored && (await sealForWorker(stored))
  return {
    organisationId: row.organisationId,
    ...(row.kind === 'secret' && !row.isSealed && { isHashOnly: true }),
    project: project && {
      id: project.id,
      name: project.name,
      enabled: project.enabled,
      ...(project.tokenless && { tokenless: true }),
      ...(linkKeys && { linkKeys: await openAll(linkKeys, row, vault) }),
      ...(Object.keys(defaults).length > 0 && { defaults }),
      ...(sealedForWorker && { sealedForWorker, secretsVersion: versionOf(stored) }),
      ...(llm && { llm: withoutSecrets(llm) }),
      ...(storage && { storage: withoutSecrets(storage) }),
    },
    user: confirmed === null ? null : { confirmed },
    plan,
    usage: { renders: current?.renders ?? 0, from: start.toISOString(), until: end.toISOString() },
    activeUntil: row.activeUntil?.toISOString() ?? null,
    ...(blocked && { blocked: blocked.response ?? {} }),
  }
}

function withoutSecrets({ provider, settings, hints }: NonNullable<Row['llm']>) {
  return { provider, settings: settings as Record<string, unknown>, secrets: Object.keys(hints) }
}

/** Returns a text that differs when anything in stored secrets does. */
function versionOf(stored: object): string {
  return createHash('sha256').update(JSON.stringify(stored)).digest('base64url')
}

/** Opens the keys that sign links. One that cannot be opened signs none. */
async function openAll(
  keys: NonNullable<Row['linkKeys']>,
  { organisationId }: Row,
  vault: Vault,
): Promise<string[]> {
  const opened = keys.map(({ id, sealed }) =>
    openProjectKey(vault, { id, organisationId }, sealed).catch(() => undefined),
  )
  return (await Promise.all(opened)).filter((key) => key !== undefined)
}

/** One statement, because gateways wait for it. */
async function readAccount(client: Database['client'], hash: string): Promise<Row | undefined> {
  const [row] = await client.$queryRaw<Row[]>`
    select k.id as "keyId", k.kind, k.sealed is not null as "isSealed", k.last_used_at as "lastUsedAt",
      o.id as "organisationId", o.created_at as "createdAt", o.active_until as "activeUntil", o.blocked,
      case when p.id is not null then jsonb_build_object(
        'id', p.id, 'name', p.name, 'organisationId', p.organisation_id, 'enabled', p.enabled,
        'tokenless', p.tokenless, 'engineVersion', p.engine_version, 'sealedDefaults', p.sealed_defaults) end as project,
      case when l.id is not null then jsonb_build_object(
        'name', l.name, 'trial', l.trial, 'rendersPerMinute', l.renders_per_minute,
        'rendersPerPeriod', l.renders_per_period, 'maxOutstanding', l.max_outstanding,
        'features', l.features) end as plan,
      (select bool_or(u.email_verified) from members m join users u on u.id = m.user_id
        where m.organisation_id = o.id) as confirmed,
      (select jsonb_agg(jsonb_build_object('id', x.id, 'organisationId', x.organisation_id, 'sealed', x.sealed)
          order by x.position, x.id)
        from proxies x where x.pool_id = p.proxy_pool_id) as proxies,
      case when k.kind = 'publishable' then
        (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'sealed', s.sealed)), '[]')
          from project_keys s where s.project_id = p.id and s.kind = 'secret' and s.revoked_at is null
            and s.sealed is not null) end as "linkKeys",
      case when c.id is not null then jsonb_build_object(
        'id', c.id, 'organisationId', c.organisation_id, 'name', c.name, 'provider', c.provider,
        'settings', c.settings, 'hints', c.hints, 'sealed', c.sealed) end as llm,
      case when t.id is not null then jsonb_build_object(
        'id', t.id, 'organisationId', t.organisation_id, 'name', t.name, 'provider', t.provider,
        'settings', t.settings, 'hints', t.hints, 'sealed', t.sealed) end as storage,
      (select jsonb_agg(jsonb_build_object('start', s.period_start, 'renders', s.renders))
        from (select period_start, sum(renders) as renders from usage
          where organisation_id = o.id and period_start > now() - interval '32 days' group by 1) s) as usage
    from project_keys k
    join organisations o on o.id = k.organisation_id
    left join projects p on p.id = k.project_id
    left join plans l on l.id = o.plan_id
    left join credentials c on c.id = p.llm_credential_id
    left join credentials t on t.id = p.storage_credential_id
    where k.hash = ${hash} and k.revoked_at is null`
  return row
}

/** Returns the project's default options, including its engine version, which is stored in a column of its own. */
async function defaultsOf(project: StoredProject, vault: Vault): Promise<Defaults> {
  const { engineVersion } = project
  const defaults = await openDefaults(vault, project)
  return engineVersion && defaults.v === undefined ? { engine_version: engineVersion, ...defaults } : defaults
}

// Rows of the database as the Management API shows them.
import type { PlainError } from '@render/errors'
import { errorBody } from '@render/http'
import { laterError, publicResult, type RenderOutcome } from '@render/jobs'
import { showDefaults, type Defaults } from '@render/options'
import type { Static } from 'typebox'
import type {
  AuditEntry,
  ManagementKey,
  Project,
  ProjectKey,
  Render,
  RenderReport,
  ReportCategory,
} from '../generated/client.ts'
import type { MemberWithUser } from '../members.ts'
import type { ProjectDetail } from '../projects.ts'
import type { ListedPool } from '../proxy-pools.ts'
import type {
  auditEntry,
  managementKey,
  member,
  project,
  projectDetail,
  projectKey,
  proxyPool,
  render,
  report,
  reportCategory,
} from './shapes.ts'

export function showProject(row: Project): Static<typeof project> {
  const { id, name, enabled, tokenless, proxyPoolId, createdAt } = row
  return {
    id,
    mongoProjectId: null,
    name,
    enabled,
    tokenless,
    engineVersion: row.engineVersion,
    storageCredentialId: row.storageCredentialId,
    llmCredentialId: row.llmCredentialId,
    proxyId: proxyPoolId,
    createdAt: createdAt.toISOString(),
  }
}

export function showProjectDetail(row: ProjectDetail, defaults: Defaults): Static<typeof projectDetail> {
  const { region, render_queue } = defaults as { region?: string; render_queue?: string }
  const [webhookSecret] = row.webhookSecrets
  return {
    ...showProject(row),
    region: region ?? null,
    renderQueue: render_queue ?? null,
    webhookKey: webhookSecret ? `whsec_…${webhookSecret.last4}` : null,
    defaultOptions: row.sealedDefaults === null ? null : showDefaults(defaults),
  }
}

export function showMember({ id, userId, role, createdAt, user }: MemberWithUser): Static<typeof member> {
  const { name, email } = user
  return { id, userId, name, email, role, createdAt: createdAt.toISOString() }
}

export function showProxyPool(row: ListedPool): Static<typeof proxyPool> {
  const { id, name, proxies, projects, createdAt } = row
  return {
    id,
    name,
    proxies: proxies.map(({ id, name, shown }) => ({ id, name, url: shown })),
    assignedProjectIds: projects.map(({ id }) => id),
    createdAt: createdAt.toISOString(),
  }
}

export function showProjectKey(row: ProjectKey): Static<typeof projectKey> {
  const { id, kind, createdAt, lastUsedAt } = row
  return {
    id,
    kind,
    shown: shownOf(row),
    revoked: row.revokedAt !== null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

export function showManagementKey(row: ManagementKey): Static<typeof managementKey> {
  const { id, name, permissions, createdAt } = row
  return {
    id,
    name,
    permissions,
    shown: shownOf(row),
    revoked: row.revokedAt !== null,
    createdAt: createdAt.toISOString(),
  }
}

function shownOf({ prefix, last4 }: { prefix: string; last4: string }): string {
  return `${prefix}_…${last4}`
}

export function showRender(row: Render, artefactUrl: string): Static<typeof render> {
  const { id, projectId, status, attempts, createdAt, endedAt } = row
  const { format = null, tag = [] } = row.options as { format?: string; tag?: string[] }
  return {
    renderId: id,
    projectId,
    status,
    format,
    tags: tag,
    attempts,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt.toISOString(),
    error: row.error ? errorBody(laterError(row.error as unknown as PlainError)) : null,
    result: row.outcome ? { ...publicResult(row.outcome as unknown as RenderOutcome, artefactUrl) } : null,
  }
}

export function showReport(row: RenderReport): Static<typeof report> {
  const { organisationId: _, replies: __, isResolutionSeen, createdAt, category, ...shown } = row
  return {
    ...shown,
    category: category.replaceAll('_', '-') as Static<typeof reportCategory>,
    rects: row.rects as Static<typeof report>['rects'],
    resolutionExampleOptions: row.resolutionExampleOptions as Record<string, unknown> | null,
    hasUnseenResolution: !isResolutionSeen,
    createdAt: createdAt.toISOString(),
  }
}

export function showAuditEntry(row: AuditEntry): Static<typeof auditEntry> {
  const { organisationId: _, actorKind, actorId, createdAt, ...shown } = row
  return { ...shown, actor: { kind: actorKind, id: actorId }, createdAt: createdAt.toISOString() }
}

/** The database has no hyphens in such names. */
export function readCategory(category: Static<typeof reportCategory>): ReportCategory {
  return category.replaceAll('-', '_') as ReportCategory
}

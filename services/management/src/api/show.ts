// Rows of the database as the Management API shows them.
import type { Static } from 'typebox'
import type { ManagementKey, Project, ProjectKey, RenderReport, ReportCategory } from '../generated/client.ts'
import type { managementKey, project, projectKey, report, reportCategory } from './shapes.ts'

export function showProject(row: Project): Static<typeof project> {
  const { id, name, enabled, tokenless, proxyPoolId, createdAt } = row
  return {
    id,
    mongoProjectId: null,
    name,
    enabled,
    tokenless,
    engineVersion: row.engineVersion,
    storageCredentialId: null,
    llmCredentialId: null,
    proxyId: proxyPoolId,
    createdAt: createdAt.toISOString(),
  }
}

export function showProjectKey(row: ProjectKey): Static<typeof projectKey> {
  const { id, kind, createdAt } = row
  return {
    id,
    kind,
    shown: shownOf(row),
    revoked: row.revokedAt !== null,
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

/** The database has no hyphens in such names. */
export function readCategory(category: Static<typeof reportCategory>): ReportCategory {
  return category.replaceAll('-', '_') as ReportCategory
}

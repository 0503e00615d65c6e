import type { Owner } from '@render/jobs'
import type { Vault } from '@render/vault'
import type { DatabaseClient } from '../database/database.ts'
import type { Project, WebhookSecret } from '../generated/client.ts'
import { LATEST_FIRST, OLDEST_FIRST } from '../database/list-order.ts'
import { newId } from '../database/new-id.ts'
import { rotateWebhookSecret } from '../deliveries/webhook-secrets.ts'

/** The fields of a project that its owner can change. */
export type ProjectChange = Partial<Pick<Project, 'name' | 'enabled' | 'tokenless' | 'engineVersion'>>

export type ProjectDetail = Project & { webhookSecrets: Pick<WebhookSecret, 'last4'>[] }

/** Lists the projects of an organisation, oldest first. */
export function listProjects({ client }: DatabaseClient, organisationId: string): Promise<Project[]> {
  return client.project.findMany({
    where: { organisationId },
    orderBy: [...OLDEST_FIRST],
  })
}

export async function findProject({ client }: DatabaseClient, owner: Owner): Promise<Project | undefined> {
  return (await client.project.findUnique({ where: whereOf(owner) })) ?? undefined
}

/** Returns a project with the newest of its webhook secrets. */
export async function findProjectDetail(
  { client }: DatabaseClient,
  owner: Owner,
): Promise<ProjectDetail | undefined> {
  const newest = { where: { revokedAt: null }, orderBy: [...LATEST_FIRST], take: 1 }
  const include = { webhookSecrets: newest }
  return (await client.project.findUnique({ where: whereOf(owner), include })) ?? undefined
}

/** Creates a project with a webhook secret, so that its webhooks can be signed. The owner sees a secret by rotating it. */
export function createProject(
  { client }: DatabaseClient,
  vault: Vault,
  { organisationId, name }: { organisationId: string; name: string },
): Promise<Project> {
  const projectId = newId('project')
  return client.$transaction(async (tx) => {
    const project = await tx.project.create({ data: { id: projectId, organisationId, name } })
    await rotateWebhookSecret({ client: tx }, vault, { organisationId, projectId, overlapMs: 0 })
    return project
  })
}

/** Returns undefined when the organisation has no such project. */
export async function updateProject(
  { client }: DatabaseClient,
  owner: Owner,
  change: ProjectChange,
): Promise<Project | undefined> {
  const [updated] = await client.project.updateManyAndReturn({ where: whereOf(owner), data: change })
  return updated
}

/**
 * Deletes a project with its keys; records of renders and usage stay. Returns false when the organisation has no such
 * project.
 */
export async function deleteProject({ client }: DatabaseClient, owner: Owner): Promise<boolean> {
  return (await client.project.deleteMany({ where: whereOf(owner) })).count === 1
}

function whereOf({ organisationId, projectId }: Owner) {
  return { id: projectId, organisationId }
}

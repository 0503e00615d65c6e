import type { Owner } from '@render/jobs'
import type { DatabaseClient } from '../database/database.ts'
import type { Project } from '../generated/client.ts'

/** Queries for the resources that can be assigned to a project, by the column of `projects` that refers to them. */
const finders = {
  storageCredentialId: ({ client }: DatabaseClient, where: Where) =>
    client.credential.findUnique({ where: { ...where, kind: 'storage' } }),
  llmCredentialId: ({ client }: DatabaseClient, where: Where) =>
    client.credential.findUnique({ where: { ...where, kind: 'llm' } }),
  proxyPoolId: ({ client }: DatabaseClient, where: Where) => client.proxyPool.findUnique({ where }),
}

export type Assignment = keyof typeof finders

interface Where {
  id: string
  organisationId: string
}

/** Assigns a resource to a project, or none when `id` is null. Returns undefined when the organisation lacks either. */
export async function assign(
  { client }: DatabaseClient,
  { organisationId, projectId }: Owner,
  column: Assignment,
  id: string | null,
): Promise<Project | undefined> {
  if (id !== null && !(await finders[column]({ client }, { id, organisationId }))) return undefined
  const where = { id: projectId, organisationId }
  const [assigned] = await client.project.updateManyAndReturn({ where, data: { [column]: id } })
  return assigned
}

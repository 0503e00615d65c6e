import type { Owner } from '@render/jobs'
import type { Database } from './database.ts'
import type { Project } from './generated/client.ts'

/** What renders of a project use of their organisation's: the column that says so, and how it is found. */
const finders = {
  storageCredentialId: ({ client }: Client, where: Where) =>
    client.credential.findUnique({ where: { ...where, kind: 'storage' } }),
  llmCredentialId: ({ client }: Client, where: Where) =>
    client.credential.findUnique({ where: { ...where, kind: 'llm' } }),
  proxyPoolId: ({ client }: Client, where: Where) => client.proxyPool.findUnique({ where }),
}

export type Assignment = keyof typeof finders

type Client = Pick<Database, 'client'>
interface Where {
  id: string
  organisationId: string
}

/**
 * Has a project use what has an id; with null, nothing of that sort. Undefined where the organisation has no such project,
 * or nothing with that id.
 */
export async function assign(
  { client }: Client,
  { organisationId, projectId }: Owner,
  column: Assignment,
  id: string | null,
): Promise<Project | undefined> {
  if (id !== null && !(await finders[column]({ client }, { id, organisationId }))) return undefined
  const where = { id: projectId, organisationId }
  const [assigned] = await client.project.updateManyAndReturn({ where, data: { [column]: id } })
  return assigned
}

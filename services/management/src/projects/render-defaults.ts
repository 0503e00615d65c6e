import type { Owner } from '@render/jobs'
import type { Defaults } from '@render/options'
import type { StorageLocation, Vault } from '@render/vault'
import type { ManagementContext } from '../context.ts'
import type { Project } from '../generated/client.ts'

type Stored = Pick<Project, 'id' | 'organisationId' | 'sealedDefaults'>

/**
 * Replaces the default options of a project's renders with `replaceDefaults`; removes all of them when null is sent.
 * Former ones that cannot be decrypted count as none. Returns undefined when the organisation has no such project.
 * @throws {RenderError} `InvalidOptions` with every invalid option.
 */
export async function updateRenderDefaults(
  { database, vault, replaceDefaults }: Pick<ManagementContext, 'database' | 'vault' | 'replaceDefaults'>,
  { organisationId, projectId }: Owner,
  sent: Defaults | null,
): Promise<Project | undefined> {
  const where = { id: projectId, organisationId }
  return database.client.$transaction(async (tx) => {
    // Locks the row, so that a kept secret is that of the defaults that are replaced.
    await tx.$queryRaw`select id from projects where id = ${projectId} for update`
    const project = await tx.project.findUnique({ where })
    if (!project) return undefined
    const former = await openDefaults(vault, project).catch(() => ({}))
    const defaults = sent ? replaceDefaults(former, sent) : {}
    const isEmpty = Object.keys(defaults).length === 0
    const sealedDefaults = isEmpty ? null : await vault.seal(JSON.stringify(defaults), placeOf(project))
    return tx.project.update({ where, data: { sealedDefaults } })
  })
}

/** Returns the default options of a project, decrypted, including secrets. */
export async function openDefaults(vault: Vault, project: Stored): Promise<Defaults> {
  const { sealedDefaults } = project
  if (sealedDefaults === null) return {}
  return JSON.parse(await vault.open(sealedDefaults, placeOf(project))) as Defaults
}

function placeOf({ id, organisationId }: Stored): StorageLocation {
  return { organisationId, table: 'projects', rowId: id }
}

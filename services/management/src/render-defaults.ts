import type { Owner } from '@render/jobs'
import { changeDefaults, type Defaults } from '@render/options'
import type { Place, Vault } from '@render/vault'
import type { Database } from './database.ts'
import type { Project } from './generated/client.ts'

type Stored = Pick<Project, 'id' | 'organisationId' | 'sealedDefaults'>

/**
 * Changes the options that lie under those of a project's renders, as `changeDefaults` does; takes all of them away when
 * the change is null. Undefined when the organisation has no such project.
 * @throws {RenderError} `InvalidOptions` with every complaint.
 */
export async function changeRenderDefaults(
  { client }: Pick<Database, 'client'>,
  vault: Vault,
  { organisationId, projectId }: Owner,
  change: Defaults | null,
): Promise<Project | undefined> {
  const where = { id: projectId, organisationId }
  return client.$transaction(async (tx) => {
    // One change of a project at a time: none is lost.
    await tx.$queryRaw`select id from projects where id = ${projectId} for update`
    const project = await tx.project.findUnique({ where })
    if (!project) return undefined
    const defaults = change ? changeDefaults(await openDefaults(vault, project), change) : {}
    const isEmpty = Object.keys(defaults).length === 0
    const sealedDefaults = isEmpty ? null : await vault.seal(JSON.stringify(defaults), placeOf(project))
    return tx.project.update({ where, data: { sealedDefaults } })
  })
}

/** The options of a project in clear, secrets among them. */
export async function openDefaults(vault: Vault, project: Stored): Promise<Defaults> {
  const { sealedDefaults } = project
  if (sealedDefaults === null) return {}
  return JSON.parse(await vault.open(sealedDefaults, placeOf(project))) as Defaults
}

function placeOf({ id, organisationId }: Stored): Place {
  return { organisationId, table: 'projects', rowId: id }
}

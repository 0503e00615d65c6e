import { changeAsOperator } from '../database/change-audited.ts'
import { newId } from '../database/new-id.ts'
import { createManagementKey } from '../people/management-keys.ts'
import { createProjectKeys } from '../projects/project-keys.ts'
import { createProject } from '../projects/projects.ts'
import { rotateWebhookSecret } from '../deliveries/webhook-secrets.ts'
import { UsageError, type Command } from './command.ts'

export const createOrganisation: Command = {
  name: 'create-organisation',
  summary: 'creates an organisation with a project and keys, which are shown only here',
  options: {
    name: { value: 'NAME', about: 'display name', isRequired: true },
    plan: { value: 'PLAN', about: 'name of a plan; without one it cannot render' },
    owner: {
      value: 'EMAIL',
      about: 'confirmed address of the user who owns it; without members it cannot render',
    },
  },
  async run({ database, vault }, given) {
    const { client } = database
    const plan = given.plan ? await client.plan.findUnique({ where: { name: given.plan } }) : null
    if (given.plan && !plan) throw new UsageError(`Unknown plan "${given.plan}".`)
    const email = given.owner?.toLowerCase()
    const owner = email ? await client.user.findUnique({ where: { email } }) : null
    if (email && !owner) throw new UsageError(`Unknown user "${email}".`)
    // Users who never confirm their address are deleted with their organisations.
    if (owner && !owner.emailVerified)
      throw new UsageError(`The user "${email}" has not confirmed the address.`)

    const organisationId = newId('organisation')
    const entry = {
      organisationId,
      action: 'createOrganisation',
      subjectId: organisationId,
      requestId: null,
    }
    return (await changeAsOperator(database, entry, async (tx) => {
      const data = { id: organisationId, name: given.name!, planId: plan?.id ?? null }
      await tx.organisation.create({ data })
      if (owner)
        await tx.member.create({
          data: { id: newId('member'), organisationId, userId: owner.id, role: 'owner' },
        })
      const { id: projectId } = await createProject({ client: tx }, vault, {
        organisationId,
        name: 'Default',
      })
      const place = { organisationId, projectId }
      const keys = await createProjectKeys({ client: tx }, vault, place)
      const webhook = await rotateWebhookSecret({ client: tx }, vault, { ...place, overlapMs: 0 })
      const first = { organisationId, name: 'First key', permissions: ['*'] }
      const { key: managementKey } = await createManagementKey({ client: tx }, first)
      return {
        ...place,
        secretKey: keys.secret.key,
        publishableKey: keys.publishable.key,
        webhookSecret: webhook!.secret,
        managementKey,
      }
    }))!
  },
}

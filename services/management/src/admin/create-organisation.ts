import { randomUUIDv7 } from 'node:crypto'
import { changeAsOperator } from '../internal/change-as-operator.ts'
import { createManagementKey } from '../management-keys.ts'
import { createProjectKeys } from '../project-keys.ts'
import { createProject } from '../projects.ts'
import { rotateWebhookSecret } from '../webhook-secrets.ts'
import { WrongUse, type Command } from './command.ts'

export const createOrganisation: Command = {
  name: 'create-organisation',
  summary: 'makes an organisation with a project and keys, which are shown here and never again',
  options: {
    name: { value: 'NAME', about: 'for people', isRequired: true },
    plan: { value: 'PLAN', about: 'the name of a plan; without one nothing can be rendered' },
    owner: { value: 'EMAIL', about: 'a user who is to own it; with nobody in it nothing can be rendered' },
  },
  async run({ database, vault }, given) {
    const { client } = database
    const plan = given.plan ? await client.plan.findUnique({ where: { name: given.plan } }) : null
    if (given.plan && !plan) throw new WrongUse(`There is no plan "${given.plan}".`)
    const email = given.owner?.toLowerCase()
    const owner = email ? await client.user.findUnique({ where: { email } }) : null
    if (email && !owner) throw new WrongUse(`There is no user "${email}".`)

    const organisationId = `org_${randomUUIDv7()}`
    const change = {
      organisationId,
      action: 'createOrganisation',
      subjectId: organisationId,
      requestId: null,
    }
    return (await changeAsOperator(database, change, async (tx) => {
      const data = { id: organisationId, name: given.name!, planId: plan?.id ?? null }
      await tx.organisation.create({ data })
      if (owner)
        await tx.member.create({
          data: { id: `mem_${randomUUIDv7()}`, organisationId, userId: owner.id, role: 'owner' },
        })
      const { id: projectId } = await createProject({ client: tx }, vault, {
        organisationId,
        name: 'Default',
      })
      const place = { organisationId, projectId }
      const keys = await createProjectKeys({ client: tx }, place)
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

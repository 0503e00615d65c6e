// The stack that test files share, as the process that starts it describes it to the processes of tests.
import { createHash, randomUUID } from 'node:crypto'
import type { StackInfo } from '@render/local'
import { query, untilAvailable } from '@render/testkit'
import { makeKey } from '../../src/make-key.ts'

/** A queue of renders that no worker serves: its renders wait until they are cancelled. */
export const UNSERVED_QUEUE = 'unserved'

export interface SharedStack {
  baseUrl: string
  managementUrl: string
  directories: StackInfo['directories']
  ports: StackInfo['ports']
  databaseUrl: string
}

/** A new organisation with a project, and its keys. */
export interface Organisation {
  organisationId: string
  projectId: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Has all permissions. */
  managementKey: string
}

const VARIABLE = 'RENDER_TEST_STACK'

export function publishSharedStack(stack: SharedStack): void {
  process.env[VARIABLE] = JSON.stringify(stack)
}

/** @throws when jest has not started the shared stack for this project. */
export function readSharedStack(): SharedStack {
  const text = process.env[VARIABLE]
  if (!text) throw new Error(`${VARIABLE} is not set: this jest project has no shared stack.`)
  return JSON.parse(text) as SharedStack
}

/**
 * Creates an organisation that can render, with the render defaults of its project: itself in the database, what belongs
 * to it with its management key.
 */
export async function createOrganisation(name: string, renderDefaults: object = {}): Promise<Organisation> {
  const organisationId = `org_${randomUUID()}`
  const managementKey = await createAccount(organisationId, name)
  const send = async (method: string, path: string, given: object) => {
    // A busy machine may take longer for a connection to the database than a caller waits.
    const { status, body } = await untilAvailable(readSharedStack().managementUrl + path, {
      method,
      headers: { 'x-api-key': managementKey, 'content-type': 'application/json' },
      body: JSON.stringify(given),
    })
    if (status !== 200) throw new Error(`${path} was answered with ${status}.`)
    return body
  }
  const { id: projectId } = await send('POST', '/projects', { name: 'Default' })
  const ofProject = `/organisation/${organisationId}/projects/${projectId}`
  const { apiSecret: secretKey, apiKey: publishableKey } = await send(
    'POST',
    `${ofProject}/api-credentials`,
    {},
  )
  const { secret: webhookSecret } = await send('POST', `${ofProject}/webhook-secrets`, {})
  if (Object.keys(renderDefaults).length > 0)
    await send('PATCH', `${ofProject}/render-defaults`, { options: renderDefaults })
  return { organisationId, projectId, secretKey, publishableKey, webhookSecret, managementKey }
}

/** Inserts an organisation with its owner and a key with all permissions, which is returned. */
async function createAccount(organisationId: string, name: string): Promise<string> {
  const key = makeKey('mk')
  const insert = (text: string, ...values: string[]) =>
    query(readSharedStack().databaseUrl, text, [organisationId, ...values])
  await insert(
    `insert into organisations (id, name, plan_id) select $1, $2, id from plans where name = 'Unlimited'`,
    name,
  )
  await insert(
    `insert into members (id, organisation_id, user_id, role)
     select 'mem_' || gen_random_uuid(), $1, id, 'owner' from users where email = 'owner@localhost.localdomain'`,
  )
  await insert(
    `insert into management_keys (id, organisation_id, name, hash, prefix, last4, permissions)
     values ('mkey_' || gen_random_uuid(), $1, 'First key', $2, 'mk', $3, array['*'])`,
    createHash('sha256').update(key).digest('hex'),
    key.slice(-4),
  )
  return key
}

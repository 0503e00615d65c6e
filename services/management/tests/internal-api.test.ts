import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createManagementClient, internalPaths } from '@render/management-client'
import { listen, type Listener } from '@render/http'
import { readConfig } from '@render/runtime'
import type { WorkerSecrets } from '@render/jobs'
import { createOpen, hashApiKey, makeApiKey } from '@render/vault'
import { randomUUIDv7 } from 'node:crypto'
import { environment } from '../src/config.ts'
import { createContext, type ManagementContext } from '../src/context.ts'
import { createInternalApp } from '../src/internal/internal-app.ts'
import { assign } from '../src/projects/assignments.ts'
import { createProjectKeys } from '../src/projects/project-keys.ts'
import { putProxyPool } from '../src/credentials/proxy-pools.ts'
import { createWriteRecord } from '../src/renders/write-record.ts'
import { createdAt, outcome } from './render-flow.ts'
import { startBacking, type Backing } from './start-backing.ts'

let backing: Backing
let context: ManagementContext
let listener: Listener
let url: string

beforeAll(async () => {
  backing = await startBacking()
  context = await createContext(readConfig(environment, backing.environment))
  const app = createInternalApp(context, (_req, _res, next) => next())
  listener = await listen(app, { host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${listener.port}`
})

afterAll(async () => {
  await listener[Symbol.asyncDispose]()
  await context[Symbol.asyncDispose]()
  await backing[Symbol.asyncDispose]()
})

const asGateway = () => createManagementClient({ url, token: backing.environment.GATEWAY_TOKEN })
const asDispatcher = () => createManagementClient({ url, token: backing.environment.DISPATCHER_TOKEN })
const seededAccount = () => asGateway().account(hashApiKey(backing.keys.secretKey))

/** Changes rows while `look` runs. */
async function whileChanged<T>(change: string, back: string, look: () => Promise<T>): Promise<T> {
  await backing.query(change)
  try {
    return await look()
  } finally {
    await backing.query(back)
  }
}

describe('the account of a key', () => {
  test('has organisation, project, user and plan', async () => {
    expect(await seededAccount()).toEqual({
      organisationId: backing.owner.organisationId,
      project: { id: backing.owner.projectId, name: 'Default', enabled: true },
      user: { confirmed: true },
      plan: {
        name: 'Unlimited',
        trial: false,
        rendersPerMinute: null,
        rendersPerPeriod: null,
        maxOutstanding: null,
        features: ['*'],
      },
      usage: { renders: 0, from: expect.any(String), until: expect.any(String) },
      activeUntil: null,
    })
  })

  test('has the usage of the current period and its end', async () => {
    const { organisationId, projectId } = backing.owner
    const [period] = await backing.query<{ start: Date; end: Date }>(
      `select created_at as start, created_at + interval '1 month' as end from organisations`,
    )
    const { start, end } = period!
    const former = new Date(start.getTime() - 1000)
    const account = await whileChanged(
      `insert into usage (organisation_id, project_id, period_start, renders) values
         ('${organisationId}', '${projectId}', '${start.toISOString()}', 4),
         ('${organisationId}', 'proj_other', '${start.toISOString()}', 3),
         ('${organisationId}', '${projectId}', '${former.toISOString()}', 100),
         ('org_other', 'proj_foreign', '${start.toISOString()}', 100)`,
      'delete from usage',
      seededAccount,
    )
    expect(account?.usage).toEqual({ renders: 7, from: start.toISOString(), until: end.toISOString() })
  })

  test('has a disabled project', async () => {
    const account = await whileChanged(
      'update projects set enabled = false',
      'update projects set enabled = true',
      seededAccount,
    )
    expect(account?.project).toMatchObject({ id: backing.owner.projectId, enabled: false })
  })

  test('has no plan', async () => {
    const back = `update organisations set plan_id = (select id from plans)`
    const account = await whileChanged('update organisations set plan_id = null', back, seededAccount)
    expect(account?.plan).toBeNull()
  })

  test("has the plan's limits", async () => {
    const account = await whileChanged(
      `update plans set trial = true, renders_per_minute = 60, renders_per_period = 1000, max_outstanding = 5,
         features = '{pdf}'`,
      `update plans set trial = false, renders_per_minute = null, renders_per_period = null, max_outstanding = null,
         features = '{*}'`,
      seededAccount,
    )
    expect(account?.plan).toEqual({
      name: 'Unlimited',
      trial: true,
      rendersPerMinute: 60,
      rendersPerPeriod: 1000,
      maxOutstanding: 5,
      features: ['pdf'],
    })
  })

  test('has an unconfirmed user', async () => {
    const account = await whileChanged(
      'update users set email_verified = false',
      'update users set email_verified = true',
      seededAccount,
    )
    expect(account?.user).toEqual({ confirmed: false })
  })

  test('has a confirmed user if any member is confirmed', async () => {
    const account = await whileChanged(
      `insert into users (id, name, email) values ('usr_a', 'A', 'a@example.org');
       insert into members (id, organisation_id, user_id, role)
         values ('mem_a', '${backing.owner.organisationId}', 'usr_a', 'member')`,
      `delete from users where id = 'usr_a'`,
      seededAccount,
    )
    expect(account?.user).toEqual({ confirmed: true })
  })

  test('has the end of the subscription', async () => {
    const account = await whileChanged(
      `update organisations set active_until = '2026-01-31T12:00:00Z'`,
      'update organisations set active_until = null',
      seededAccount,
    )
    expect(account?.activeUntil).toBe('2026-01-31T12:00:00.000Z')
  })

  test('has no user without members', async () => {
    const account = await whileChanged(
      `create table kept as select * from members; delete from members`,
      'insert into members select * from kept; drop table kept',
      seededAccount,
    )
    expect(account?.user).toBeNull()
  })

  test('has no project after the key lost it or it was deleted', async () => {
    const detach = `update project_keys set project_id = null where kind = 'secret'`
    const back = `update project_keys set project_id = '${backing.owner.projectId}'`
    expect((await whileChanged(detach, back, seededAccount))?.project).toBeNull()

    await backing.query(`insert into projects (id, organisation_id, name) values ('proj_b', $1, 'B')`, [
      backing.owner.organisationId,
    ])
    await backing.query(
      `insert into project_keys (id, organisation_id, project_id, kind, hash, prefix, last4)
       values ('key_b', $1, 'proj_b', 'secret', $2, 'sk', 'last')`,
      [backing.owner.organisationId, hashApiKey('sk_b')],
    )
    expect((await asGateway().account(hashApiKey('sk_b')))?.project?.id).toBe('proj_b')
    await backing.query(`delete from projects where id = 'proj_b'`)
    expect(await asGateway().account(hashApiKey('sk_b'))).toMatchObject({ project: null })
  })

  test('is not found for an unknown, revoked, management or malformed key', async () => {
    expect(await asGateway().account(hashApiKey('sk_unknown'))).toBeUndefined()
    expect(await asGateway().account(hashApiKey(backing.keys.organisationKey))).toBeUndefined()
    expect(await asGateway().account("' or 1=1 --")).toBeUndefined()
    const revoked = await whileChanged(
      `update project_keys set revoked_at = now() where kind = 'secret'`,
      'update project_keys set revoked_at = null',
      seededAccount,
    )
    expect(revoked).toBeUndefined()
  })
})

describe('the keys that sign links', () => {
  const linkKeys = async () =>
    (await asGateway().account(hashApiKey(backing.keys.publishableKey)))?.project?.linkKeys
  const { secretKeys } = internalPaths

  test('are in the account of the publishable key, without revoked ones, and in no other account', async () => {
    expect(await linkKeys()).toEqual([backing.keys.secretKey])
    expect((await seededAccount())?.project).not.toHaveProperty('linkKeys')
    const more = await createProjectKeys(context.database, context.vault, backing.owner)
    expect(new Set(await linkKeys())).toEqual(new Set([backing.keys.secretKey, more.secret.key]))
    await backing.query(`update project_keys set revoked_at = now() where id = '${more.secret.id}'`)
    expect(await linkKeys()).toEqual([backing.keys.secretKey])
    await backing.query(
      `delete from project_keys where id in ('${more.secret.id}', '${more.publishable.id}')`,
    )
  })

  test('lack one that cannot be opened', async () => {
    const change = `update project_keys set sealed = replace(sealed, 'ciphertext":"', 'ciphertext":"AAAA')`
    const back = `update project_keys set sealed = replace(sealed, 'ciphertext":"AAAA', 'ciphertext":"')`
    expect(await whileChanged(change, back, linkKeys)).toEqual([])
  })

  test('come from requests when only their hash is stored', async () => {
    await backing.query(`update project_keys set sealed = null`)
    expect(await linkKeys()).toEqual([])
    expect(await seededAccount()).toMatchObject({ isHashOnly: true })
    await asGateway().storeSecretKey(makeApiKey('sk'))
    await asGateway().storeSecretKey(backing.keys.publishableKey)
    expect(await linkKeys()).toEqual([])
    await asGateway().storeSecretKey(backing.keys.secretKey)
    expect(await linkKeys()).toEqual([backing.keys.secretKey])
    expect(await seededAccount()).not.toHaveProperty('isHashOnly')
  })

  test.each([
    ['without a token', undefined, { key: 'sk' }, 401],
    ["with the dispatcher's token", 'DISPATCHER_TOKEN', { key: 'sk' }, 401],
    ['that are no text', 'GATEWAY_TOKEN', { key: 1 }, 400],
  ] as const)('are refused %s', async (_what, token, body, status) => {
    const authorization = `Bearer ${token === undefined ? '' : backing.environment[token]}`
    const answer = await fetch(url + secretKeys, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(status)
  })

  test('are not needed where the project allows links without a token', async () => {
    const account = await whileChanged(
      'update projects set tokenless = true',
      'update projects set tokenless = false',
      seededAccount,
    )
    expect(account?.project?.tokenless).toBe(true)
  })
})

describe('the proxies of a project', () => {
  const [first, second] = ['http://me:sesame@a.example:8080', 'socks5://b.example:1080']
  const put = async (id: string, organisationId: string, urls: string[]): Promise<void> => {
    const proxies = urls.map((url, at) => ({ name: `${at}`, url }))
    await putProxyPool(context.database.client, context.vault, { id, organisationId, name: id, proxies })
  }
  const assignPool = async (poolId: string | null, more: object = {}) =>
    (await assign(context.database, { ...backing.owner, ...more }, 'proxyPoolId', poolId)) !== undefined
  const proxies = async () => {
    const { id: projectId, sealedForWorker } = (await seededAccount())!.project!
    if (sealedForWorker === undefined) return undefined
    expect(Buffer.from(sealedForWorker, 'base64url').toString('latin1')).not.toContain('sesame')
    const open = createOpen([backing.workerKeys.privateKey])
    return (open(sealedForWorker, { projectId }) as WorkerSecrets).proxies
  }
  afterEach(async () => {
    await backing.query('delete from proxy_pools')
  })

  test('are in the account, encrypted for the workers, once stored and assigned', async () => {
    await put('pool_a', backing.owner.organisationId, [first, second])
    expect(await proxies()).toBeUndefined()
    expect(await assignPool('pool_a')).toBe(true)
    expect(await proxies()).toEqual([first, second])
    await put('pool_a', backing.owner.organisationId, [second])
    expect(await proxies()).toEqual([second])
    expect(await assignPool(null)).toBe(true)
    expect(await proxies()).toBeUndefined()
  })

  test('have a version, which changes when they do', async () => {
    const version = async () => (await seededAccount())!.project!.secretsVersion
    expect(await version()).toBeUndefined()
    await put('pool_a', backing.owner.organisationId, [first])
    await assignPool('pool_a')
    const before = await version()
    expect(before).toMatch(/^[\w-]{43}$/)
    expect(await version()).toBe(before)
    await put('pool_a', backing.owner.organisationId, [second])
    expect(await version()).not.toBe(before)
  })

  test('are removed with their pool', async () => {
    await put('pool_a', backing.owner.organisationId, [first])
    await assignPool('pool_a')
    await backing.query('delete from proxy_pools')
    expect(await proxies()).toBeUndefined()
  })

  test('belong to one organisation', async () => {
    await backing.query(`insert into organisations (id, name) values ('org_b', 'B')`)
    await put('pool_b', 'org_b', [first])
    expect(await assignPool('pool_b')).toBe(false)
    expect(await assignPool('pool_none')).toBe(false)
    expect(await assignPool('pool_b', { organisationId: 'org_b' })).toBe(false)
    await expect(put('pool_b', backing.owner.organisationId, [])).rejects.toThrow()
    expect(await proxies()).toBeUndefined()
    await backing.query(`delete from organisations where id = 'org_b'`)
  })

  test('are stored encrypted and can be decrypted in their own row only', async () => {
    await put('pool_a', backing.owner.organisationId, [first])
    await assignPool('pool_a')
    const rows = await backing.query<{ sealed: string }>('select * from proxies')
    expect(JSON.stringify(rows)).not.toContain('sesame')
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(first).toString('base64url'))
    await backing.query(`update proxies set id = 'prox_moved'`)
    expect(await proxies()).toBeUndefined()
    expect((await seededAccount())?.project?.enabled).toBe(true)
  })
})

describe('the webhook secrets of a project', () => {
  test('are decrypted, newest first, without revoked ones', async () => {
    const { projectId, organisationId } = backing.owner
    expect(await asDispatcher().webhookSecrets(projectId)).toEqual([backing.keys.webhookSecret])
    const place = { organisationId, table: 'webhook_secrets', rowId: 'whk_new' }
    const sealed = await context.vault.seal('whsec_newer', place)
    const row = [organisationId, projectId, sealed]
    await backing.query(
      `insert into webhook_secrets (id, organisation_id, project_id, sealed, last4)
       values ('whk_new', $1, $2, $3, 'ewer')`,
      row,
    )
    expect(await asDispatcher().webhookSecrets(projectId)).toEqual([
      'whsec_newer',
      backing.keys.webhookSecret,
    ])
    await backing.query(`update webhook_secrets set revoked_at = now() where id = 'whk_new'`)
    expect(await asDispatcher().webhookSecrets(projectId)).toEqual([backing.keys.webhookSecret])
    await backing.query(`delete from webhook_secrets where id = 'whk_new'`)
  })

  test('are stored encrypted and can be decrypted in their row only', async () => {
    const [row] = await backing.query<{ id: string; sealed: string }>(
      'select id, sealed from webhook_secrets',
    )
    const secret = backing.keys.webhookSecret
    expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length))
    expect(JSON.stringify(row)).not.toContain(Buffer.from(secret).toString('base64url'))
    const { organisationId } = backing.owner
    const place = { organisationId, table: 'webhook_secrets', rowId: row!.id }
    expect(await context.vault.open(row!.sealed, place)).toBe(secret)
    await expect(context.vault.open(row!.sealed, { ...place, rowId: 'whk_other' })).rejects.toThrow()
    await expect(context.vault.open(row!.sealed, { ...place, organisationId: 'org_other' })).rejects.toThrow()
  })

  test('are undefined for an unknown project', async () => {
    expect(await asDispatcher().webhookSecrets('proj_none')).toBe(undefined)
  })
})

describe('the record of a render', () => {
  test('has the outcome of the worker, owner and times', async () => {
    const id = randomUUIDv7()
    const finished = { status: 'succeeded', outcome } as const
    const job = {
      ...backing.owner,
      requestId: 'r',
      options: { tag: ['a'] },
      createdAt: Date.parse(createdAt),
    }
    await createWriteRecord(context.database)({ id, ...job, finished })
    expect(await asGateway().record(id)).toEqual({
      renderId: id,
      options: job.options,
      ...backing.owner,
      createdAt,
      endedAt: '2026-11-20T10:00:01.123Z',
      status: 'succeeded',
      attempts: outcome.attempts,
      error: null,
      outcome,
    })
  })

  test('is marked as deleted, also twice; a failed one stays unchanged', async () => {
    const job = { ...backing.owner, requestId: 'r', options: {}, createdAt: Date.parse(createdAt) }
    const [good, bad] = [randomUUIDv7(), randomUUIDv7()]
    const error = { code: 'NavigationError', message: 'Refused.' } as const
    await createWriteRecord(context.database)({
      id: good,
      ...job,
      finished: { status: 'succeeded', outcome },
    })
    await createWriteRecord(context.database)({
      id: bad,
      ...job,
      finished: { status: 'failed', error, endedAt: 1 },
    })
    for (let time = 1; time <= 2; time++) {
      const noted = await asGateway().markDeleted(good)
      expect(noted?.outcome).toEqual({ ...outcome, deleted: true })
      expect(await asGateway().record(good)).toEqual(noted)
    }
    expect(await asGateway().markDeleted(bad)).toMatchObject({ status: 'failed', outcome: null, error })
    expect(await asGateway().markDeleted(randomUUIDv7())).toBeUndefined()
    expect(await asGateway().markDeleted('not-a-uuid')).toBeUndefined()
  })

  test('is not found for an unknown or malformed id', async () => {
    expect(await asGateway().record(randomUUIDv7())).toBeUndefined()
    expect(await asGateway().record('not-a-uuid')).toBeUndefined()
    expect(await asGateway().record('%00')).toBeUndefined()
  })
})

const paths = {
  account: internalPaths.account('0'.repeat(64)),
  record: internalPaths.record('00000000-0000-7000-8000-000000000000'),
  batch: internalPaths.batch('00000000-0000-7000-8000-000000000000'),
  webhookSecrets: internalPaths.webhookSecrets('proj_none'),
}

function ask(path: string, token?: string): Promise<Response> {
  return fetch(`${url}${path}`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
}

describe('the records of a batch', () => {
  test('have the order of the request', async () => {
    const batch = { id: randomUUIDv7(), size: 3, createdAt: Date.parse(createdAt) }
    const ids: string[] = []
    for (const index of [2, 0]) {
      const id = randomUUIDv7()
      ids.unshift(id)
      const job = { ...backing.owner, requestId: 'q', options: { width: index }, createdAt: batch.createdAt }
      const finished = { status: 'succeeded', outcome } as const
      await createWriteRecord(context.database)({ ...job, id, batch: { ...batch, index }, finished })
    }
    expect(await asGateway().batch(batch.id)).toEqual({
      batchId: batch.id,
      projectId: backing.owner.projectId,
      createdAt,
      renders: await Promise.all(ids.map((id) => asGateway().record(id))),
    })
  })

  test('are not found for an unknown or malformed id', async () => {
    expect(await asGateway().batch(randomUUIDv7())).toBeUndefined()
    expect(await asGateway().batch('none')).toBeUndefined()
  })
})

describe('tokens', () => {
  test.each([
    ['account', 'GATEWAY_TOKEN', 404],
    ['record', 'GATEWAY_TOKEN', 404],
    ['batch', 'GATEWAY_TOKEN', 404],
    ['webhookSecrets', 'GATEWAY_TOKEN', 401],
    ['account', 'DISPATCHER_TOKEN', 401],
    ['record', 'DISPATCHER_TOKEN', 401],
    ['batch', 'DISPATCHER_TOKEN', 401],
  ] as const)('%s with the %s answers %i', async (path, token, status) => {
    const answer = await ask(paths[path], backing.environment[token])
    expect(answer.status).toBe(status)
    const body = (await answer.json()) as object
    expect(body).toMatchObject({
      error: { code: expect.any(String), message: expect.any(String) },
      requestId: answer.headers.get('x-service-request-id'),
    })
  })

  test.each([
    ['no token', undefined],
    ['an empty token', ''],
    ['another token', 'token-of-nobody'],
    ['the beginning of one', 'token-of-the-gate'],
    ["a project's secret key", 'sk'],
  ])('%s is refused', async (_, token) => {
    for (const path of Object.values(paths)) {
      const answer = await ask(path, token === 'sk' ? backing.keys.secretKey : token)
      expect(answer.status).toBe(401)
    }
  })

  test.each(['GATEWAY_TOKEN', 'DISPATCHER_TOKEN'])(
    'an empty %s in the configuration is refused, since it would open everything',
    (name) => {
      expect(() => readConfig(environment, { ...backing.environment, [name]: '' })).toThrow(name)
    },
  )
})

test('each of several tokens is accepted, as during a rotation', async () => {
  const tokens = { ...backing.environment, GATEWAY_TOKEN: 'new-token, token-of-the-gateway' }
  await using rotating = await createContext(readConfig(environment, tokens))
  const app = createInternalApp(rotating, (_req, _res, next) => next())
  await using own = await listen(app, { host: '127.0.0.1', port: 0 })
  const statusOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`http://127.0.0.1:${own.port}${internalPaths.accountChanges}`, { headers })).status
  }
  const given = ['new-token', 'token-of-the-gateway', 'new-token, token-of-the-gateway', 'other']
  expect(await Promise.all(given.map(statusOf))).toEqual([200, 200, 401, 401])
})

test.each([
  ['GATEWAY_TOKEN', 'a,,b'],
  ['AUTH_SECRET', 'x'.repeat(31)],
])('%s=%s is refused', (name, value) => {
  expect(() => readConfig(environment, { ...backing.environment, [name]: value })).toThrow(name)
})

describe('unknown paths and methods', () => {
  test('answer 404 and 405 with the envelope', async () => {
    const unknown = await ask('/internal/v1/nothing', backing.environment.GATEWAY_TOKEN)
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: { code: 'NotFound', message: expect.any(String) }, requestId: expect.any(String) },
    ])
    const posted = await fetch(`${url}${paths.account}`, { method: 'POST' })
    expect(posted.status).toBe(405)
  })
})

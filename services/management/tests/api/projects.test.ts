import { describe, expect, test } from '@jest/globals'
import { hashApiKey } from '@render/vault'
import { findAccount } from '../../src/find-account.ts'
import { useApi } from './use-api.ts'

const api = useApi()
const make = async (name = 'Shop') => (await api.ask('createProject', { body: { name } })).body
const accountOf = (key: string) => findAccount(api.context.database, hashApiKey(key), api.context)

describe('projects', () => {
  test('are made, and shown as they are', async () => {
    const made = await make()
    expect(made).toEqual({
      id: expect.stringMatching(/^proj_/),
      mongoProjectId: null,
      name: 'Shop',
      enabled: true,
      tokenless: false,
      engineVersion: null,
      storageCredentialId: null,
      llmCredentialId: null,
      proxyId: null,
      createdAt: expect.any(String),
    })
    expect((await api.ask('getProject', { params: { project: made.id } })).body).toEqual({
      ...made,
      region: null,
      renderQueue: null,
      webhookKey: expect.stringMatching(/^whsec_….{4}$/),
      defaultOptions: null,
    })
    expect((await api.ask('listProjects')).body.projects.at(-1)).toEqual(made)
  })

  test('are changed in what is named, and nothing else', async () => {
    const made = await make()
    const change = async (body: object) =>
      (await api.ask('changeProject', { params: { project: made.id }, body })).body
    expect(await change({})).toEqual(made)
    expect(await change({ name: 'New' })).toEqual({ ...made, name: 'New' })
    const all = { enabled: false, tokenless: true, engineVersion: 'lts' }
    expect(await change(all)).toEqual({ ...made, name: 'New', ...all })
    expect(await change({ engineVersion: null })).toMatchObject({ engineVersion: null, tokenless: true })
    const wrong = await api.ask('changeProject', {
      params: { project: made.id },
      body: { engineVersion: 'old' },
    })
    expect(wrong.body.data).toEqual([
      { path: 'body.engineVersion', message: expect.stringContaining('stable, latest, lts, experimental') },
    ])
  })

  test('that are disabled or gone make no renders', async () => {
    const { id } = await make()
    const { body } = await api.ask('createProjectKeys', { params: { project: id } })
    expect((await accountOf(body.apiSecret))?.project).toMatchObject({ id, enabled: true })
    await api.ask('changeProject', { params: { project: id }, body: { enabled: false } })
    expect((await accountOf(body.apiSecret))?.project).toMatchObject({ id, enabled: false })
    expect((await api.ask('deleteProject', { params: { project: id } })).status).toBe(200)
    expect((await accountOf(body.apiSecret))?.project).toBeNull()
    for (const again of ['deleteProject', 'getProject'])
      expect((await api.ask(again, { params: { project: id } })).status).toBe(404)
  })
})

test('a project that is deleted meanwhile is not there', async () => {
  for (let time = 0; time < 8; time++) {
    const params = { project: (await make()).id }
    const asked = [
      api.ask('createProjectKeys', { params }),
      api.ask('rotateWebhookSecret', { params, body: {} }),
      api.ask('changeRenderDefaults', { params, body: { options: { delay: 5 } } }),
      api.ask('deleteProject', { params }),
    ]
    for (const { status } of await Promise.all(asked)) expect([200, 404]).toContain(status)
  }
})

describe('keys of a project', () => {
  test('are shown once', async () => {
    const params = { project: (await make()).id }
    const { body } = await api.ask('createProjectKeys', { params })
    const { apiKey, apiSecret, apiCredentials } = body
    expect([apiKey, apiSecret]).toEqual([expect.stringMatching(/^pk_/), expect.stringMatching(/^sk_/)])
    const listed = await api.ask('listProjectKeys', { params })
    expect(listed.body.apiCredentials).toEqual(expect.arrayContaining(apiCredentials))
    for (const key of [apiKey, apiSecret]) {
      expect(listed.text).toContain(key.slice(-4))
      expect(listed.text).not.toContain(key.slice(3, -4))
    }
    const [row] = await api.backing.query<object>(`select * from project_keys where hash = $1`, [
      hashApiKey(apiSecret),
    ])
    expect(JSON.stringify(row)).not.toContain(apiSecret.slice(3, -4))
  })

  test('tell about when they were last used', async () => {
    const params = { project: (await make()).id }
    const { apiSecret, apiCredentials } = (await api.ask('createProjectKeys', { params })).body
    const [{ id }] = apiCredentials
    const lastUsed = async () => {
      const { body } = await api.ask('listProjectKeys', { params })
      return body.apiCredentials.map((key: { lastUsedAt: string | null }) => key.lastUsedAt)
    }
    expect(await lastUsed()).toEqual([null, null])
    await accountOf(apiSecret)
    const first = (await lastUsed()).find((time: string | null) => time !== null)
    expect(Date.now() - Date.parse(first)).toBeLessThan(60_000)
    await accountOf(apiSecret)
    expect(await lastUsed()).toContain(first)
    const earlier = '2026-01-01T00:00:00.000Z'
    await api.backing.query('update project_keys set last_used_at = $1 where id = $2', [earlier, id])
    await accountOf(apiSecret)
    expect(await lastUsed()).not.toContain(earlier)
  })

  test('are several, and revoked one by one', async () => {
    const { id } = await make()
    const params = { project: id }
    const [first, second] = [
      (await api.ask('createProjectKeys', { params })).body,
      (await api.ask('createProjectKeys', { params })).body,
    ]
    const [secret] = first.apiCredentials
    const revoke = () => api.ask('revokeProjectKey', { params: { ...params, key: secret.id } })
    // Twice is as good as once.
    expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 200])
    expect(await accountOf(first.apiSecret)).toBeUndefined()
    expect((await accountOf(second.apiSecret))?.project?.id).toBe(id)
    const { apiCredentials } = (await api.ask('listProjectKeys', { params })).body
    expect(apiCredentials.filter(({ revoked }: { revoked: boolean }) => revoked)).toMatchObject([
      { id: secret.id },
    ])
    expect(
      (
        await api.ask('revokeProjectKey', {
          params: { project: api.backing.owner.projectId, key: secret.id },
        })
      ).status,
    ).toBe(404)
  })
})

describe('what there may be so many of', () => {
  const { organisationId } = { organisationId: 'org_other' }
  const asked = () => ({ key: api.other.key, params: { org: organisationId, project: 'proj_other' } })
  const full = { status: 400, body: { code: 'BAD_REQUEST', data: [{ path: 'body' }] } }

  test('projects of an organisation', async () => {
    await api.backing.query(
      `insert into projects (id, organisation_id, name) select 'proj_many' || n, $1, 'x' from generate_series(2, 1000) n`,
      [organisationId],
    )
    expect(await api.ask('createProject', { ...asked(), body: { name: 'x' } })).toMatchObject(full)
    await api.backing.query(`delete from projects where id = 'proj_many2'`)
    expect((await api.ask('createProject', { ...asked(), body: { name: 'x' } })).status).toBe(200)
    await api.backing.query(`delete from projects where organisation_id = $1 and id <> 'proj_other'`, [
      organisationId,
    ])
  })

  test('keys that are not revoked', async () => {
    const body = { name: 'x', permissions: ['projects:read'] }
    const insert = (table: string, columns: string, values: string) =>
      api.backing.query(
        `insert into ${table} (id, organisation_id, hash, prefix, last4, ${columns})
         select 'many' || n, $1, 'many' || n, '', '', ${values} from generate_series(1, 100) n`,
        [organisationId],
      )
    await insert('project_keys', 'project_id, kind', `'proj_other', 'secret'`)
    await insert('management_keys', 'name, permissions', `'x', '{}'`)
    const make = () =>
      Promise.all([
        api.ask('createProjectKeys', asked()),
        api.ask('createManagementKey', { ...asked(), body }),
      ])
    for (const answer of await make()) expect(answer).toMatchObject(full)
    for (const table of ['project_keys', 'management_keys'])
      await api.backing.query(`update ${table} set revoked_at = now() where id like 'many%'`)
    for (const { status } of await make()) expect(status).toBe(200)
  })
})

describe('management keys', () => {
  const body = { name: 'Reader', permissions: ['projects:read'] }

  test('may do what they were made for, until they are revoked', async () => {
    const made = (await api.ask('createManagementKey', { body })).body
    const { key, ...shown } = made
    const listed = await api.ask('listManagementKeys')
    expect(listed.body.managementKeys).toContainEqual(shown)
    expect(listed.text).not.toContain(key.slice(3, -4))
    expect((await api.ask('listProjects', { key })).status).toBe(200)
    expect((await api.ask('getUsage', { key })).status).toBe(403)
    expect((await api.ask('revokeManagementKey', { params: { key: made.id } })).status).toBe(200)
    expect((await api.ask('listProjects', { key })).status).toBe(401)
  })

  test('make none that may do more than they', async () => {
    const key = await api.keyOf(api.backing.owner.organisationId, ['management-keys:write', 'projects:read'])
    expect((await api.ask('createManagementKey', { key, body })).status).toBe(200)
    for (const permissions of [['*'], ['projects:read', 'keys:write']])
      expect((await api.ask('createManagementKey', { key, body: { ...body, permissions } })).status).toBe(403)
    const unknown = await api.ask('createManagementKey', { body: { ...body, permissions: ['everything'] } })
    expect(unknown).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  })
})

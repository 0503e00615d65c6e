import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { isNightly } from '@render/testkit'
import { makeApiKey } from '@render/vault'
import { endpoints } from '../../src/endpoints.ts'
import { permissions } from '../../src/api/permissions.ts'
import { NOBODY } from './nobody.ts'
import { recordOne } from './record-one.ts'
import { useApi } from './use-api.ts'

const api = useApi()
const each = endpoints.map(({ id, permission }) => [id, permission] as const)

/** Request bodies of the endpoints that require one. */
const BODIES: Record<string, object> = {
  changeProject: { name: 'Mine now' },
  assignStorageCredential: { storageCredentialId: 'store_nobody' },
  assignProxy: { proxyId: 'pool_nobody' },
  assignLlmCredential: { llmCredentialId: 'llm_nobody' },
  changeRenderDefaults: { options: null },
  changeRenderDefaultsOfCaller: { options: null },
  replayFailed: { since: '2026-01-01T00:00:00.000Z' },
  sendTestEvent: { url: 'https://receiver.example' },
}

/** Creates one row of each kind in the other organisation, and returns their ids by path parameter. */
async function makeForeignRows() {
  const { organisationId, projectId } = api.other
  const render = await recordOne(api, { owner: api.other })
  await api.backing.query(
    `insert into users (id, name, email, email_verified) values ('usr_other', 'Other', 'other@example.com', true)
     on conflict do nothing`,
  )
  await api.backing.query(
    `insert into members (id, organisation_id, user_id, role) values ('mem_other', $1, 'usr_other', 'member')
     on conflict do nothing`,
    [organisationId],
  )
  await api.backing.query(
    `insert into verifications (id, identifier, value, expires_at)
     values ('ver_other', 'invitation:' || $1 || ':x', '{"role": "member"}', now() + interval '1 day')
     on conflict do nothing`,
    [organisationId],
  )
  await api.backing.query(
    `insert into sessions (id, user_id, token, expires_at) values ('ses_other', 'usr_other', 'x', now() + interval '1 day')
     on conflict do nothing`,
  )
  await api.backing.query(
    `insert into project_keys (id, organisation_id, project_id, kind, hash, prefix, last4)
     values ('key_other', $1, $2, 'secret', repeat('0', 64), 'sk', '0000') on conflict do nothing`,
    [organisationId, projectId],
  )
  await api.backing.query(
    `insert into render_reports (id, organisation_id, render_id, category, comment, rects)
     values ('rpt_other', $1, $2::uuid, 'other', 'x', '[]') on conflict do nothing`,
    [organisationId, render],
  )
  await api.backing.query(
    `insert into deliveries (id, organisation_id, project_id, request_id, state, body, sealed_url, replays, attempts_made)
     values ($1::uuid, $2, $3, 'r', 'delivered', '{}', 'x', 0, 1)`,
    [render, organisationId, projectId],
  )
  const keys = await api.backing.query<{ id: string }>(
    'select id from management_keys where organisation_id = $1',
    [organisationId],
  )
  return {
    render: [render],
    delivery: [render],
    report: ['rpt_other'],
    member: ['mem_other'],
    invitation: ['ver_other'],
    session: ['ses_other'],
    key: ['key_other', ...keys.map(({ id }) => id)],
  }
}

/** Returns keys that no endpoint accepts; none, and one that was revoked, are the first. */
async function wrongKeys(): Promise<(string | null)[]> {
  const { secretKey, publishableKey, organisationKey } = api.backing.keys
  const revoked = await api.keyOf(api.backing.owner.organisationId, ['*'])
  await api.backing.query(`update management_keys set revoked_at = now() where last4 = $1`, [
    revoked.slice(-4),
  ])
  const similar = [`${organisationKey}x`, organisationKey.toUpperCase()]
  return [null, revoked, '', 'x', makeApiKey('mk'), secretKey, publishableKey, ...similar]
}

describe('every endpoint', () => {
  let wrong: (string | null)[]
  beforeAll(async () => void (wrong = await wrongKeys()))

  test.each(each)('G07 %s requires a valid management key', async (id) => {
    // Each run tries all of them at one endpoint, the nightly run at each.
    const tried = isNightly || id === endpoints[0]!.id ? wrong : wrong.slice(0, 2)
    for (const key of tried) {
      const { status, headers } = await api.ask(id, { key, params: NOBODY })
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
  })

  test.each(each)('G08 %s requires %s', async (id, permission) => {
    const { organisationId } = api.backing.owner
    const others = Object.keys(permissions).filter((name) => name !== permission)
    const without = await api.ask(id, { key: await api.keyOf(organisationId, others), params: NOBODY })
    expect(without).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(without.body.message).toContain(permission)
    const within = await api.ask(id, { key: await api.keyOf(organisationId, [permission]), params: NOBODY })
    expect([200, 400, 404]).toContain(within.status)
  })
})

describe('G10-G18 a resource of another organisation', () => {
  const body = { name: 'Mine now', permissions: ['*'] }
  let foreign: Awaited<ReturnType<typeof makeForeignRows>>
  beforeAll(async () => void (foreign = await makeForeignRows()))

  test('has an id in these tests, whatever the path calls it', () => {
    const names = endpoints.flatMap(({ path }) => Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name))
    expect(new Set(names)).toEqual(new Set(['org', ...Object.keys(NOBODY)]))
  })

  const ofOrganisations = endpoints.filter(({ path }) => path.includes(':org')).map(({ id }) => id)
  test.each(ofOrganisations)('%s returns 404, as for one that does not exist', async (id) => {
    const { organisationId, projectId } = api.other
    const [foreign, unknown] = await Promise.all(
      [organisationId, 'org_nobody'].map((org) =>
        api.ask(id, { params: { ...NOBODY, org, project: projectId }, body }),
      ),
    )
    expect([foreign!.status, foreign!.text]).toEqual([404, unknown!.text])
  })

  const ofProjects = endpoints.filter(({ path }) => path.includes(':project')).map(({ id }) => id)
  test.each(ofProjects)('%s returns 404 for its id without the organisation', async (id) => {
    const [foreign, unknown] = await Promise.all(
      [api.other.projectId, 'proj_nobody'].map((project) =>
        api.ask(id, { params: { ...NOBODY, project }, body: BODIES[id] ?? {} }),
      ),
    )
    expect([foreign!.status, foreign!.text]).toEqual([404, unknown!.text])
  })

  test.each([
    ['an organisation', 'listMembers', () => ({ org: api.other.organisationId })],
    ['a project', 'getProject', () => ({ project: api.other.projectId })],
  ])('is logged with the caller who requested %s', async (_, id, params) => {
    const warn = jest.spyOn(api.context.logger, 'warn')
    await api.ask(id, { params: params() })
    const { organisationId } = api.backing.owner
    expect(warn.mock.calls).toEqual([
      [
        expect.objectContaining({ route: id, organisationId, keyId: expect.stringMatching(/^mkey_/) }),
        expect.any(String),
      ],
    ])
    await api.ask('listProjects')
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })

  const touching = endpoints.filter(({ path }) =>
    /:(render|report|delivery|member|invitation|session|key)\b/.test(path),
  )
  test.each(touching.map(({ id }) => id))('%s returns 404 for its own id', async (id) => {
    const { path } = endpoints.find((each) => each.id === id)!
    const project = api.backing.owner.projectId
    const body = id === 'changeMember' ? { role: 'member' } : { message: 'Mine now' }
    for (const [name, ids] of Object.entries(foreign).filter(([name]) => path.includes(`:${name}`)))
      for (const one of ids) {
        const [theirs, unknown] = await Promise.all(
          [one, NOBODY[name as keyof typeof NOBODY]].map((each) =>
            api.ask(id, { params: { project, [name]: each }, body }),
          ),
        )
        expect([one, theirs!.status, theirs!.text]).toEqual([one, 404, unknown!.text])
      }
  })

  test('is not in any list', async () => {
    const ids = Object.values(foreign).flat()
    const project = api.backing.owner.projectId
    for (const { id } of endpoints.filter((each) => each.id.startsWith('list'))) {
      const { text } = await api.ask(id, { params: { ...NOBODY, project } })
      for (const one of ids) expect([id, text]).not.toEqual([id, expect.stringContaining(one)])
    }
    const [render] = foreign.render
    const report = { renderId: render, category: 'other', comment: 'x' }
    const [theirs, unknown] = [
      await api.ask('createReport', { body: report }),
      await api.ask('createReport', { body: { ...report, renderId: 'x' } }),
    ]
    expect([theirs.status, theirs.text]).toEqual([404, unknown.text])
    expect((await api.ask('listReports', { query: { renderId: render! } })).body.renderReports).toEqual([])
  })

  const made = {
    createStorageCredential: {
      kind: 'storage',
      body: {
        name: 'Other',
        provider: 'azure',
        accountName: 'other',
        containerName: 'a',
        sasToken: 'sesame',
      },
    },
    createLlmCredential: { kind: 'llm', body: { name: 'Other', provider: 'openai', apiKey: 'sesame' } },
    createProxies: { kind: 'proxy', body: { name: 'Other', proxies: [{ name: 'a', url: 'a.example:80' }] } },
  }
  test.each(Object.entries(made))('cannot be used after %s created it', async (create, { body }) => {
    const { key } = api.other
    const org = api.other.organisationId
    const { id } = (await api.ask(create, { key, params: { org }, body })).body
    const touching = endpoints.filter(({ path }) => /:credential|:pool/.test(path)).map((each) => each.id)
    expect(touching.length).toBeGreaterThan(8)
    const change = { name: 'Mine now' }
    for (const each of touching) {
      const [foreign, unknown] = await Promise.all(
        [id, 'x_nobody'].map((one) =>
          api.ask(each, { params: { credential: one, pool: one }, body: change }),
        ),
      )
      expect([each, foreign!.status, foreign!.text]).toEqual([each, 404, unknown!.text])
    }
    const project = api.backing.owner.projectId
    for (const [assign, field] of [
      ['assignStorageCredential', 'storageCredentialId'],
      ['assignProxy', 'proxyId'],
      ['assignLlmCredential', 'llmCredentialId'],
    ] as const) {
      const [foreign, unknown] = await Promise.all(
        [id, 'x_nobody'].map((one) => api.ask(assign, { params: { project }, body: { [field]: one } })),
      )
      expect([assign, foreign!.status, foreign!.text]).toEqual([assign, 404, unknown!.text])
    }
    const [storage, llm, pools] = [
      (await api.ask('listStorageCredentials')).text,
      (await api.ask('listLlmCredentials')).text,
      (await api.ask('listProxies')).text,
    ]
    expect([storage, llm, pools].join()).not.toContain(id)
  })

  test('is unchanged afterwards', async () => {
    const { key } = api.other
    const { body: seen } = await api.ask('listProjects', { key })
    expect(seen.projects).toMatchObject([{ id: 'proj_other', name: 'Other' }])
    const { body: own } = await api.ask('listProjects')
    expect(own.projects.map(({ id }: { id: string }) => id)).toEqual([api.backing.owner.projectId])
  })
})

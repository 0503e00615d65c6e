import { describe, expect, test } from '@jest/globals'
import { endpoints } from '../../src/api/endpoints.ts'
import { isAudited } from '../../src/api/endpoint.ts'
import { operate } from './operate.ts'
import { recordOne } from './record-one.ts'
import { useApi } from './use-api.ts'

const api = useApi()

const entries = async (query: Record<string, string> = {}) =>
  (await api.ask('listAudit', { query })).body.entries as Record<string, unknown>[]

const createProject = async (name: string) =>
  (await api.ask('createProject', { body: { name } })).body.id as string

/** As an operator, to the organisation of the tests. */
const operateHere = (path: string, change: object) =>
  operate(api, `organisations/${api.backing.owner.organisationId}${path}`, change)

describe('an audit entry', () => {
  test('says who did what to what, and nothing more', async () => {
    const id = await createProject('Audited')
    const [key] = await api.backing.query<{ id: string }>(
      `select id from management_keys where hash = encode(sha256($1::bytea), 'hex')`,
      [api.backing.keys.organisationKey],
    )
    const [entry] = await entries()
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_/),
      actor: { kind: 'management_key', id: key!.id },
      action: 'createProject',
      subjectId: id,
      requestId: expect.any(String),
      createdAt: expect.any(String),
    })
  })

  test('names what the path does, where nothing is answered that has an id', async () => {
    const project = await createProject('Short')
    const { body } = await api.ask('createProjectKeys', { params: { project } })
    const [secret] = body.apiCredentials
    await api.ask('revokeProjectKey', { params: { project, key: secret.id } })
    await api.ask('deleteProject', { params: { project } })
    expect((await entries({ limit: '3' })).map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['deleteProject', project],
      ['revokeProjectKey', secret.id],
      ['createProjectKeys', project],
    ])
    const text = JSON.stringify(await api.backing.query('select * from audit_entries'))
    for (const key of [body.apiKey, body.apiSecret]) expect(text).not.toContain(key)
  })

  test('is written of operators', async () => {
    await operateHere('', { accountBlocked: { by: 'somebody', reason: 'trial_abuse' } })
    await operateHere('', { accountBlocked: null })
    const renderId = await recordOne(api)
    const body = { renderId, category: 'other', comment: 'Odd.' }
    const report = (await api.ask('createReport', { body })).body.id as string
    await operateHere(`/render-reports/${report}`, { state: 'in_review' })
    const actor = { kind: 'operator', id: null }
    const { organisationId } = api.backing.owner
    expect(await entries({ limit: '4' })).toMatchObject([
      { actor, action: 'judgeReport', subjectId: report },
      { actor: { kind: 'management_key' }, action: 'createReport', subjectId: report },
      { actor, action: 'unblockOrganisation', subjectId: organisationId },
      { actor, action: 'blockOrganisation', subjectId: organisationId },
    ])
  })

  test('is not written of what is only read, or refused', async () => {
    const [before] = await entries()
    await api.ask('listProjects')
    await api.ask('deleteProject', { params: { project: api.other.projectId } })
    await operateHere('/render-reports/rpt_nobody', { state: 'in_review' })
    expect((await entries())[0]).toEqual(before)
  })

  test('is there with its change or not at all, and G36 the caller hears nothing of why', async () => {
    await api.backing.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
    )
    await api.backing.query(
      'create trigger refuse before insert on audit_entries for each row execute function refuse()',
    )
    const { status, text } = await api.ask('createProject', { body: { name: 'Never' } })
    const renderId = await recordOne(api)
    const reported = await api.ask('createReport', { body: { renderId, category: 'other', comment: 'x' } })
    await api.backing.query('drop trigger refuse on audit_entries')
    expect([status, reported.status]).toEqual([500, 500])
    expect(text).toBe(reported.text)
    expect(text).not.toMatch(/refuse|audit|prisma|insert|\.ts/i)
    const { body } = await api.ask('listProjects')
    expect(body.projects.map(({ name }: { name: string }) => name)).not.toContain('Never')
    expect((await api.ask('listReports', { query: { renderId } })).body.renderReports).toEqual([])
  })
})

test('whatever is no request to read is audited, but for what is known to change nothing', () => {
  const unaudited = endpoints.filter((each) => each.method !== 'get' && !isAudited(each))
  expect(unaudited.map(({ id }) => id)).toEqual(['testLlmCredential'])
})

import { describe, expect, test } from '@jest/globals'
import { endpoints } from '../../src/endpoints.ts'
import { isAudited } from '../../src/api/endpoint.ts'
import { operate } from './operate.ts'
import { recordOne } from './record-one.ts'
import { useApi } from './use-api.ts'

const api = useApi()

const entries = async (query: Record<string, string> = {}) =>
  (await api.ask('listAudit', { query })).body.entries as Record<string, unknown>[]

const createProject = async (name: string) =>
  (await api.ask('createProject', { body: { name } })).body.id as string

/** Sends a request as an operator for the organisation of the tests. */
const operateHere = (path: string, change: object) =>
  operate(api, `organisations/${api.backing.owner.organisationId}${path}`, change)

describe('an audit entry', () => {
  test('has actor, action and subject, and nothing more', async () => {
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

  test('has the subject of the path when the answer has no id', async () => {
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

  test('is written for operators', async () => {
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

  test('is not written for reads and refused requests', async () => {
    const [before] = await entries()
    await api.ask('listProjects')
    await api.ask('deleteProject', { params: { project: api.other.projectId } })
    await operateHere('/render-reports/rpt_nobody', { state: 'in_review' })
    expect((await entries())[0]).toEqual(before)
  })

  test('is written with its change or not at all, and G36 the answer does not reveal the reason', async () => {
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

test('every endpoint that is not a read is audited, except those that change nothing', () => {
  const unaudited = endpoints.filter((each) => each.method !== 'get' && !isAudited(each))
  expect(unaudited.map(({ id }) => id)).toEqual([
    'testStorageCredential',
    'testLlmCredential',
    'listLlmModelsByPost',
  ])
})

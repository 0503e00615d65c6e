import { beforeEach, describe, expect, test } from '@jest/globals'
import { hashApiKey } from '@render/vault'
import { findAccount } from '../../src/find-account.ts'
import { useApi } from './use-api.ts'

const api = useApi()
let project: Record<string, unknown> & { id: string }

beforeEach(async () => {
  project = (await api.ask('createProject', { body: { name: 'Shop' } })).body
})

const change = (options: unknown, id = 'changeRenderDefaults') =>
  api.ask(id, { params: { project: project.id }, body: { options } })
const detail = async () => (await api.ask('getProject', { params: { project: project.id } })).body
const accountOf = async () => {
  const { body } = await api.ask('createProjectKeys', { params: { project: project.id } })
  return findAccount(api.context.database, hashApiKey(body.apiSecret), api.context)
}

describe("a project's render defaults", () => {
  test.each(['changeRenderDefaults', 'changeRenderDefaultsOfCaller'])('are set by %s', async (id) => {
    const answer = await change({ fullPage: 'true', width: 800, archive: 7 }, id)
    expect([answer.status, answer.body]).toEqual([200, project])
    expect((await detail()).defaultOptions).toEqual({ full_page: true, width: 800, archive: 7 })
  })

  test('are changed in what is named, cleared one by one and as a whole', async () => {
    await change({ width: 800, dark_mode: true })
    await change({ width: null, delay: 5 })
    expect((await detail()).defaultOptions).toEqual({ dark_mode: true, delay: 5 })
    await change({ dark_mode: null, delay: null })
    expect((await detail()).defaultOptions).toBeNull()
    await change({ delay: 5 })
    await change(null)
    expect((await detail()).defaultOptions).toBeNull()
  })

  test('are refused by the name of what is wrong, and stay as they were', async () => {
    await change({ delay: 5 })
    const answer = await change({ width: -1, format: 'doc', delay: 7 })
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST'])
    expect(answer.body.data).toEqual([
      { path: 'body.options.format', message: expect.stringContaining('"format" must be') },
      { path: 'body.options.width', message: expect.stringContaining('"width" must be') },
    ])
    for (const wrong of [[], 'x', 5, undefined]) expect((await change(wrong)).status).toBe(400)
    expect((await change({ full_page_slices: true })).body.data).toMatchObject([
      { path: 'body.options.full_page_slices' },
    ])
    expect((await detail()).defaultOptions).toEqual({ delay: 5 })
  })

  test('with forbidden names are not read', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      const answer = await api.send(`/v2/projects/${project.id}/render-defaults`, {
        method: 'PATCH',
        headers: { 'x-api-key': api.backing.keys.organisationKey, 'content-type': 'application/json' },
        body: `{"options":{"${name}":{"isAdmin":true}}}`,
      })
      expect(answer.status).toBe(400)
    }
  })

  test('G35: have their secrets sealed, and masked where they are shown', async () => {
    const secrets = { authorization: 'sesame', cookie: ['a=sesame'], proxy: 'me:sesame@a.example:80' }
    const set = await change({ ...secrets, width: 800 })
    const shown = await api.ask('getProject', { params: { project: project.id } })
    expect(shown.body.defaultOptions).toEqual({
      authorization: '[secret]',
      cookie: '[secret]',
      proxy: '[secret]',
      width: 800,
    })
    const rows = await api.backing.query('select * from projects')
    expect(JSON.stringify([set.text, shown.text, rows])).not.toContain('sesame')
    await change({ ...shown.body.defaultOptions, width: 900 })
    expect((await accountOf())?.project?.defaults).toEqual({ ...secrets, width: 900 })
  })

  test('that lie in another row do not open', async () => {
    await change({ authorization: 'sesame' })
    await api.backing.query(
      `update projects set sealed_defaults = (select sealed_defaults from projects where id = $1) where id = $2`,
      [project.id, api.backing.owner.projectId],
    )
    const stolen = await api.ask('getProject', { params: { project: api.backing.owner.projectId } })
    expect(stolen.status).toBe(500)
    await api.backing.query(`update projects set sealed_defaults = null where id = $1`, [
      api.backing.owner.projectId,
    ])
  })

  test('lose nothing to changes at one time', async () => {
    const names = ['width', 'height', 'delay', 'timeout', 'quality']
    await Promise.all(names.map((name) => change({ [name]: name === 'timeout' ? 5000 : 50 })))
    expect(Object.keys((await detail()).defaultOptions).toSorted()).toEqual(names.toSorted())
  })

  test('show in what else is told of the project', async () => {
    await change({ region: 'eu', render_queue: 'batch' })
    expect(await detail()).toMatchObject({ region: 'eu', renderQueue: 'batch' })
  })

  test('go with the account, and so does the version that renders', async () => {
    expect((await accountOf())?.project).toEqual({ id: project.id, name: 'Shop', enabled: true })
    const params = { project: project.id }
    await api.ask('changeProject', { params, body: { engineVersion: 'lts' } })
    expect((await accountOf())?.project?.defaults).toEqual({ engine_version: 'lts' })
    await change({ v: 'latest', width: 800 })
    expect((await accountOf())?.project?.defaults).toEqual({ v: 'latest', width: 800 })
  })
})

import { describe, expect, test } from '@jest/globals'
import { createOpen, hashApiKey } from '@render/vault'
import { findAccount } from '../../src/find-account.ts'
import { useApi } from './use-api.ts'

const api = useApi()
let count = 0
const [first, second] = ['http://me:sesame@a.example:8080', 'socks5://b.example:1080']
const make = async () => {
  const proxies = [first, second].map((url, at) => ({ name: `Proxy ${at}`, url }))
  return api.ask('createProxies', { body: { name: `Pool ${(count += 1)}`, proxies } })
}
const change = (pool: string, body: object) => api.ask('changeProxies', { params: { pool }, body })
const urlsOf = async () => {
  const account = await findAccount(api.context.database, hashApiKey(api.backing.keys.secretKey), api.context)
  const sealed = account?.project?.sealedProxies
  return sealed === undefined ? undefined : (await createOpen([api.backing.workerKeys.privateKey]))(sealed)
}

describe('a pool of proxies', () => {
  test('is made, listed and shown without users and passwords', async () => {
    const made = await make()
    expect(made.body).toEqual({
      id: expect.stringMatching(/^pool_/),
      name: expect.stringMatching(/^Pool/),
      proxies: [
        { id: expect.stringMatching(/^prox_/), name: 'Proxy 0', url: 'http://…@a.example:8080' },
        { id: expect.stringMatching(/^prox_/), name: 'Proxy 1', url: second },
      ],
      assignedProjectIds: [],
      createdAt: expect.any(String),
    })
    const one = await api.ask('getProxies', { params: { pool: made.body.id } })
    expect(one.body).toEqual(made.body)
    const all = await api.ask('listProxies')
    expect(all.body.proxies.at(-1)).toEqual(made.body)
    const rows = await api.backing.query('select * from proxies')
    expect(JSON.stringify([made.text, one.text, all.text, rows])).not.toContain('sesame')
  })

  test('is what renders of a project go through once it is assigned, and until it is taken away', async () => {
    const { id } = (await make()).body
    const params = { project: api.backing.owner.projectId, pool: id }
    expect((await api.ask('assignProxy', { params, body: { proxyId: id } })).body.proxyId).toBe(id)
    expect(await urlsOf()).toEqual([first, second])
    expect((await api.ask('getProxies', { params })).body.assignedProjectIds).toEqual([params.project])
    expect((await api.ask('deleteProxies', { params })).body.code).toBe('CONFLICT')
    expect((await api.ask('unassignProxy', { params })).body.proxyId).toBeNull()
    expect(await urlsOf()).toBeUndefined()
    expect((await api.ask('deleteProxies', { params })).status).toBe(200)
    for (const again of ['getProxies', 'deleteProxies', 'changeProxies'])
      expect((await api.ask(again, { params, body: {} })).status).toBe(404)
  })

  test('holds what it is given in place of what it held; who stays keeps an address that is not sent', async () => {
    const { id, proxies } = (await make()).body
    const params = { project: api.backing.owner.projectId }
    await api.ask('assignProxy', { params, body: { proxyId: id } })
    const [, stays] = (await change(id, { proxies: [{ name: 'New', url: 'c.example:3128' }, proxies[0]] }))
      .body.proxies
    expect(stays).toEqual(proxies[0])
    expect(await urlsOf()).toEqual(['c.example:3128', first])
    await change(id, { proxies: [{ id: stays.id, name: 'Renamed' }] })
    expect(await urlsOf()).toEqual([first])
    expect((await change(id, { name: 'Other name' })).body).toMatchObject({
      name: 'Other name',
      proxies: [{ id: stays.id, name: 'Renamed' }],
    })
    expect(await urlsOf()).toEqual([first])
    await change(id, { proxies: [{ ...stays, url: second }] })
    expect(await urlsOf()).toEqual([second])
    await api.ask('unassignProxy', { params })
  })

  test('is what one of two changes at once made of it', async () => {
    for (let time = 0; time < 8; time++) {
      const { id, proxies } = (await make()).body
      const stays = [{ id: proxies[0].id, name: 'Stays' }]
      const goes = [{ name: 'New', url: second }]
      const statuses = (await Promise.all([stays, goes].map((list) => change(id, { proxies: list })))).map(
        ({ status }) => status,
      )
      expect(['200 200', '400 200']).toContain(statuses.join(' '))
      const { body } = await api.ask('getProxies', { params: { pool: id } })
      expect(body.proxies).toMatchObject([{ name: 'New' }])
    }
  })

  test('is refused by what is wrong with it', async () => {
    const { id, name, proxies } = (await make()).body
    const { body: another } = await make()
    const where = async (body: object) =>
      (await change(id, body)).body.data.map(({ path }: { path: string }) => path)
    expect(await where({ proxies: [] })).toEqual(['body.proxies'])
    expect(await where({ proxies: [{ name: 'a' }, { name: 'b', url: 'ftp://b.example:21' }] })).toEqual([
      'body.proxies.0.url',
      'body.proxies.1.url',
    ])
    expect(await where({ proxies: [another.proxies[0]] })).toEqual(['body.proxies.0.id'])
    expect(await where({ proxies: [proxies[0], proxies[0]] })).toEqual([
      'body.proxies.0.id',
      'body.proxies.1.id',
    ])
    expect(await where({ proxies: Array.from({ length: 101 }, () => ({ name: 'a', url: second })) })).toEqual(
      ['body.proxies'],
    )
    expect(await where({ name: another.name })).toEqual(['body.name'])
    expect((await api.ask('getProxies', { params: { pool: id } })).body).toMatchObject({ name, proxies })
  })
})

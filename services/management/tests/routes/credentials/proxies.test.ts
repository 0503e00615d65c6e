import { describe, expect, test } from '@jest/globals'
import type { WorkerSecrets } from '@render/jobs'
import { createOpen } from '@render/vault'
import { useApi } from '../../api/use-api.ts'
import { accountOf } from '../account-of.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()
let count = 0
const [first, second] = ['http://me:sesame@a.example:8080', 'socks5://b.example:1080']
const content = () => ({
  name: `Pool ${(count += 1)}`,
  proxies: [first, second].map((url, at) => ({ name: `Proxy ${at}`, url })),
})
const make = () => api.ask('createProxies', { body: content() })
const one = async () => ({ params: { pool: (await make()).body.id as string } })
const assign = (proxyId: string) =>
  api.ask('assignProxy', { params: { project: api.backing.owner.projectId }, body: { proxyId } })
/** Returns the proxies in the project's account. */
const urlsOf = async () => {
  const { project } = (await accountOf(api, api.backing.keys.secretKey))!
  const { id: projectId, sealedForWorker } = project!
  const open = createOpen([api.backing.workerKeys.privateKey])
  return sealedForWorker && (open(sealedForWorker, { projectId }) as WorkerSecrets).proxies
}

describeRoute(api, 'createProxies', { right: () => ({ body: content() }) }, (ask) => {
  describe('200', () => {
    test('returns the pool without users and passwords', async () => {
      const made = await ask({ body: content() })
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
      const rows = await api.backing.query('select * from proxies')
      expect(JSON.stringify([made.text, rows])).not.toContain('sesame')
    })
  })

  test('names a proxy without a name by its host and port', async () => {
    const proxies = [{ url: first }, { url: 'http://[2001:db8::1]:80' }, { url: second, name: 'Own' }]
    const { status, body } = await ask({ body: { ...content(), proxies } })
    const names = body.proxies.map(({ name }: { name: string }) => name)
    expect([status, ...names]).toEqual([200, 'a.example:8080', '[2001:db8::1]:80', 'Own'])
  })

  describe('400', () => {
    test('refuses the name of another pool and a proxy without an address', async () => {
      const { name } = (await make()).body
      expect((await ask({ body: { ...content(), name } })).body.data).toMatchObject([{ path: 'body.name' }])
      const body = { ...content(), proxies: [{ name: 'a' }] }
      expect((await ask({ body })).body.data).toMatchObject([{ path: 'body.proxies.0.url' }])
    })

    test('refuses a pool when there are a hundred', async () => {
      const request = { key: api.other.key, params: { org: 'org_other' } }
      await api.backing.query(
        `insert into proxy_pools (id, organisation_id, name) select 'many' || n, 'org_other', n::text from generate_series(1, 100) n`,
      )
      const full = await ask({ ...request, body: content() })
      expect(full.body).toMatchObject({ code: 'BAD_REQUEST', data: [{ path: 'body' }] })
      await api.backing.query(`delete from proxy_pools where id = 'many1'`)
      expect((await ask({ ...request, body: content() })).status).toBe(200)
    })
  })
})

describeRoute(api, 'listProxies', {}, (ask) => {
  describe('200', () => {
    test('returns all pools without users and passwords', async () => {
      const { body: made } = await make()
      const all = await ask()
      expect(all.body.proxies.at(-1)).toEqual(made)
      expect(all.text).not.toContain('sesame')
    })
  })
})

describeRoute(api, 'getProxies', { right: one }, (ask) => {
  describe('200', () => {
    test('returns the same as the list', async () => {
      const { body: made } = await make()
      expect((await ask({ params: { pool: made.id } })).body).toEqual(made)
    })
  })
})

describeRoute(
  api,
  'changeProxies',
  { right: async () => ({ ...(await one()), body: { name: `Pool ${(count += 1)}` } }) },
  (ask) => {
    const change = (pool: string, body: object) => ask({ params: { pool }, body })

    describe('200', () => {
      test('replaces all proxies; a kept one retains its address when none is sent', async () => {
        const { id, proxies } = (await make()).body
        await assign(id)
        const changed = await change(id, { proxies: [{ name: 'New', url: 'c.example:3128' }, proxies[0]] })
        const [, stays] = changed.body.proxies
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
      })

      test('keeps proxies that are sent without ids as they are returned', async () => {
        const urls = ['http://a:one@p.example:8080', 'http://b:two@p.example:8080', first]
        const proxies = urls.map((url, at) => ({ name: `Proxy ${at}`, url }))
        const made = (await api.ask('createProxies', { body: { ...content(), proxies } })).body
        await assign(made.id)
        const [one, two, three] = made.proxies.map(({ name, url }: typeof made) => ({ name, url }))
        const renamed = await change(made.id, { name: `Pool ${(count += 1)}`, proxies: [one, two, three] })
        expect(renamed.body.proxies).toEqual(made.proxies)
        expect(await urlsOf()).toEqual(urls)
        await change(made.id, { proxies: [two, { ...one, name: 'Renamed' }, { url: second }] })
        expect(await urlsOf()).toEqual([urls[1], urls[0], second])
        const ambiguous = await change(made.id, { proxies: [{ name: 'Another', url: one.url }] })
        expect(ambiguous.body.data).toEqual([
          { path: 'body.proxies.0.url', message: expect.stringContaining('must be a proxy address') },
        ])
        await change(made.id, { proxies: [two] })
        await change(made.id, { proxies: [{ name: 'Another', url: one.url }] })
        expect(await urlsOf()).toEqual([urls[1]])
      })

      test('applies one of two concurrent changes as a whole', async () => {
        for (let time = 0; time < 8; time++) {
          const { id, proxies } = (await make()).body
          const stays = [{ id: proxies[0].id, name: 'Stays' }]
          const goes = [{ name: 'New', url: second }]
          const both = await Promise.all([stays, goes].map((list) => change(id, { proxies: list })))
          expect(['200 200', '400 200']).toContain(both.map(({ status }) => status).join(' '))
          const { body } = await api.ask('getProxies', { params: { pool: id } })
          expect(body.proxies).toMatchObject([{ name: 'New' }])
        }
      })
    })

    describe('400', () => {
      test('names the path of every error and changes nothing', async () => {
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
        const masked = proxies[0].url
        const elsewhere = masked.replace('a.example', 'c.example')
        expect(await where({ proxies: [{ url: masked }, { url: masked }, { url: elsewhere }] })).toEqual([
          'body.proxies.1.url',
          'body.proxies.2.url',
        ])
        expect(await where({ proxies: [{ ...proxies[0], url: elsewhere }] })).toEqual(['body.proxies.0.url'])
        expect(await where({ proxies: [proxies[0], proxies[0]] })).toEqual([
          'body.proxies.0.id',
          'body.proxies.1.id',
        ])
        const many = Array.from({ length: 101 }, () => ({ name: 'a', url: second }))
        expect(await where({ proxies: many })).toEqual(['body.proxies'])
        expect(await where({ name: another.name })).toEqual(['body.name'])
        const { body } = await api.ask('getProxies', { params: { pool: id } })
        expect(body).toMatchObject({ name, proxies })
      })
    })
  },
)

describeRoute(api, 'deleteProxies', { right: one }, (ask) => {
  describe('200', () => {
    test('removes the pool from the list', async () => {
      const { params } = await one()
      expect((await ask({ params })).body).toEqual({})
      expect((await api.ask('listProxies')).text).not.toContain(params.pool)
    })
  })

  describe('404', () => {
    test('does not find a deleted pool', async () => {
      const { params } = await one()
      await ask({ params })
      for (const again of ['deleteProxies', 'getProxies', 'changeProxies'])
        expect((await api.ask(again, { params, body: {} })).status).toBe(404)
    })
  })

  describe('409', () => {
    test('refuses a pool that a project uses', async () => {
      const { params } = await one()
      expect((await assign(params.pool)).status).toBe(200)
      expect((await ask({ params })).body.code).toBe('CONFLICT')
      await api.ask('unassignProxy', { params: { project: api.backing.owner.projectId } })
      expect((await ask({ params })).status).toBe(200)
    })
  })
})

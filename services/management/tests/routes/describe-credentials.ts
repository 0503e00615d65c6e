// What can be done with credentials, whatever their kind.
import { describe, expect, test } from '@jest/globals'
import type { Api } from '../api/use-api.ts'
import { describeRoute } from './describe-route.ts'

export const SECRET = 'sesame-0123456789abcdef'

interface Kind {
  kind: 'storage' | 'llm'
  /** In the ids of endpoints. */
  noun: string
  /** Of the list in its answer. */
  list: string
  prefix: RegExp
  /** Of a credential that is right, but for its name. */
  content: Record<string, unknown>
  /** How its secrets come back, and some of what it does not have. */
  shown: object
  /** The names of those of its secrets, of which the first is `SECRET`, of a setting, and of the address they go to. */
  secrets: string[]
  setting: string
  address: string
  /** In an assignment. */
  assigned: string
  /** What a provider lacks of which nothing but the name is sent. */
  needs: [provider: string, fields: string[]][]
  /** What a field may not be. */
  wrong: [field: string, value: unknown][]
}

/** Tests the endpoints of a kind: `create` and `list` also by their ids without an organisation, where there are such. */
export function describeCredentials(
  api: Api,
  kind: Kind,
  {
    create = [`create${kind.noun}`],
    list = [`list${kind.noun}s`],
  }: { create?: string[]; list?: string[] } = {},
): void {
  const { noun, secrets, setting, address, assigned } = kind
  const secret = secrets[0]!
  let count = 0
  const aName = () => `Credential ${(count += 1)}`
  const body = () => ({ name: aName(), ...kind.content })
  const make = async (more: object = {}) =>
    (await api.ask(`create${noun}`, { body: { ...body(), ...more } })).body
  const one = async () => ({ params: { credential: (await make()).id as string } })
  const inProject = (credential: string) => ({
    params: { project: api.backing.owner.projectId, credential },
    body: { [assigned]: credential },
  })

  for (const id of create) {
    describeRoute(api, id, { right: () => ({ body: body() }) }, (ask) => {
      describe('200', () => {
        test('G32: without its secrets', async () => {
          const content = body()
          const made = await ask({ body: content })
          expect(made.body).toMatchObject({ ...content, ...kind.shown, assignedProjectIds: [] })
          expect(made.body.id).toMatch(kind.prefix)
          const rows = await api.backing.query('select * from credentials')
          expect(JSON.stringify([made.text, rows])).not.toContain('sesame')
        })
      })

      describe('400', () => {
        test.each(kind.needs)('what %s needs', async (provider, fields) => {
          const { data } = (await ask({ body: { name: aName(), provider } })).body
          expect(data.map(({ path }: { path: string }) => path)).toEqual(fields.map((each) => `body.${each}`))
        })

        test.each(kind.wrong)('%s: %j', async (field, value) => {
          const answer = await ask({ body: { ...body(), [field]: value } })
          expect(answer.body).toMatchObject({ code: 'BAD_REQUEST' })
          expect(answer.body.data).toContainEqual({ path: `body.${field}`, message: expect.any(String) })
          expect(answer.text).not.toContain('sesame')
        })

        test('the name of another one', async () => {
          const { name } = await make()
          expect((await ask({ body: { ...body(), name } })).body.data).toMatchObject([{ path: 'body.name' }])
        })

        test('one more than the hundred of a kind that there may be', async () => {
          const insert = `insert into credentials (id, organisation_id, kind, name, provider, settings, hints, sealed)
            select 'many_' || n, $1, $2::credential_kind, 'Many ' || n, 'x', '{}', '{}', '' from generate_series(1, 100) n`
          await api.backing.query(insert, [api.backing.owner.organisationId, kind.kind])
          const full = await ask({ body: body() })
          await api.backing.query(`delete from credentials where name like 'Many %'`)
          expect(full.body).toMatchObject({ code: 'BAD_REQUEST', data: [{ path: 'body' }] })
        })
      })
    })
  }

  for (const id of list) {
    describeRoute(api, id, {}, (ask) => {
      describe('200', () => {
        test('G32: all, without their secrets', async () => {
          const made = await make()
          const all = await ask()
          expect(all.body[kind.list].at(-1)).toEqual(made)
          expect(all.text).not.toContain('sesame')
        })
      })
    })
  }

  describeRoute(api, `get${noun}`, { right: one }, (ask) => {
    describe('200', () => {
      test('G32: what is listed', async () => {
        const made = await make()
        const { body, text } = await ask({ params: { credential: made.id } })
        expect(body).toEqual(made)
        expect(text).not.toContain('sesame')
      })
    })

    describe('404', () => {
      test('by the endpoint of the other kind', async () => {
        const other = noun === 'LlmCredential' ? 'StorageCredential' : 'LlmCredential'
        expect((await api.ask(`get${other}`, await one())).status).toBe(404)
      })
    })
  })

  describeRoute(
    api,
    `change${noun}`,
    { right: async () => ({ ...(await one()), body: { name: aName() } }) },
    (ask) => {
      const change = (id: string, change: object) => ask({ params: { credential: id }, body: change })

      describe('200', () => {
        test('what is named is changed; a hint leaves what is there', async () => {
          const made = await make()
          const { id, name } = made
          expect((await change(id, {})).body).toEqual(made)
          expect((await change(id, { name })).body).toEqual(made)
          expect((await change(id, { [setting]: 'other' })).body).toEqual({ ...made, [setting]: 'other' })
          expect((await change(id, { [secret]: made[secret] })).body[secret]).toBe('…cdef')
          expect((await change(id, { [secret]: 'another-secret-zyxw' })).body[secret]).toBe('…zyxw')
        })

        test('secrets go to another address when they are all sent again', async () => {
          const { id } = await make()
          const { provider: _, ...all } = kind.content
          const own = `https://own.example/${noun}`
          expect((await change(id, { ...all, [address]: own })).body[address]).toBe(own)
          expect((await change(id, { [address]: own, name: aName() })).status).toBe(200)
        })
      })

      describe('400', () => {
        test('null for what the provider needs', async () => {
          const { id, provider } = await make()
          expect((await change(id, { [secret]: null })).body.data).toEqual([
            { path: `body.${secret}`, message: expect.stringContaining(`provider ${provider}`) },
          ])
        })

        test('another provider', async () => {
          const { params } = await one()
          expect((await change(params.credential, { provider: 'custom' })).body.data).toEqual([
            { path: 'body.provider', message: 'is not known here' },
          ])
        })

        test('the name of another one', async () => {
          const [first, second] = [await make(), await make()]
          const { data } = (await change(second.id, { name: first.name })).body
          expect(data).toMatchObject([{ path: 'body.name' }])
        })

        test.each([{}, { [address]: 'https://store.example' }])(
          'another address than %j, by who does not know all secrets',
          async (placed) => {
            const { id } = await make(placed)
            const partly = secrets.length > 1 ? [{ [secret]: 'another' }] : []
            for (const known of [{}, { [secret]: '…cdef' }, ...partly]) {
              const { status, body } = await change(id, { [address]: 'https://evil.example', ...known })
              const message = expect.stringContaining(address)
              expect(status).toBe(400)
              expect(body.data).toContainEqual({ path: `body.${secrets.at(-1)}`, message })
            }
          },
        )
      })
    },
  )

  describeRoute(api, `delete${noun}`, { right: one }, (ask) => {
    describe('200', () => {
      test('it is either used or deleted, when both are asked for at once', async () => {
        for (let time = 0; time < 8; time++) {
          const { id } = await make()
          const [used, deleted] = await Promise.all([
            api.ask(`assign${noun}`, inProject(id)),
            ask({ params: { credential: id } }),
          ])
          expect(['200 409', '404 200']).toContain(`${used.status} ${deleted.status}`)
          await api.ask(`unassign${noun}`, inProject(id))
        }
      })
    })

    describe('404', () => {
      test('one that is deleted already', async () => {
        const { params } = await one()
        expect((await ask({ params })).body).toEqual({})
        for (const again of ['delete', 'get', 'change'])
          expect((await api.ask(`${again}${noun}`, { params, body: {} })).status).toBe(404)
      })
    })

    describe('409', () => {
      test('one that a project uses', async () => {
        const { id } = await make()
        await api.ask(`assign${noun}`, inProject(id))
        expect((await ask({ params: { credential: id } })).body.code).toBe('CONFLICT')
        await api.ask(`unassign${noun}`, inProject(id))
        expect((await ask({ params: { credential: id } })).status).toBe(200)
      })
    })
  })
}

// Tests of the credential endpoints, for every kind.
import { describe, expect, test } from '@jest/globals'
import { createVault, makeVaultKey } from '@render/vault'
import type { Api } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

export const SECRET = 'sesame-0123456789abcdef'
/** A host in the operator's allow list. */
export const ALLOWED_HOST = 'inside.example'

interface Kind {
  kind: 'storage' | 'llm'
  /** Part of the endpoints' ids. */
  noun: string
  /** Field of the list in its answer. */
  list: string
  prefix: RegExp
  /** Fields of a valid credential, without its name. */
  content: Record<string, unknown>
  /** Masked secrets and null fields of the answer. */
  masked: object
  /** Names of its secret fields, the first of which is `SECRET`, of a setting, and of the address that gets the secrets. */
  secrets: string[]
  setting: string
  address: string
  /** Settings that may be missing. */
  unset: string[]
  /** Field of the id in an assignment. */
  assigned: string
  /** Fields without which a credential of a provider is refused. */
  needs: [provider: string, fields: string[]][]
  /** Invalid values of fields. */
  wrong: [field: string, value: unknown][]
}

/** Tests the endpoints of a kind. `create` and `list` are the ids of all its endpoints that create or list. */
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
        test('G32: returns the credential without its secrets', async () => {
          const content = body()
          const made = await ask({ body: content })
          expect(made.body).toMatchObject({ ...content, ...kind.masked, assignedProjectIds: [] })
          expect(made.body.id).toMatch(kind.prefix)
          const rows = await api.backing.query('select * from credentials')
          expect(JSON.stringify([made.text, rows])).not.toContain('sesame')
        })

        test('reads empty settings as not sent, but not empty secrets', async () => {
          const unset = Object.fromEntries(kind.unset.map((field) => [field, '']))
          const made = await ask({ body: { ...body(), ...unset } })
          for (const field of kind.unset) expect([field, made.body[field]]).toEqual([field, null])
          const refused = await ask({ body: { ...body(), [secret]: '' } })
          expect(refused.body.data).toMatchObject([{ path: `body.${secret}` }])
        })

        test('accepts an address without TLS of a host that the operator allows', async () => {
          const inside = `http://${ALLOWED_HOST}:9000`
          expect((await ask({ body: { ...body(), [address]: inside } })).body[address]).toBe(inside)
        })
      })

      describe('400', () => {
        test('names the fields that a provider requires', async () => {
          for (const [provider, fields] of kind.needs) {
            const { data } = (await ask({ body: { name: aName(), provider } })).body
            expect(data.map(({ path }: { path: string }) => path)).toEqual(
              fields.map((each) => `body.${each}`),
            )
          }
        })

        test.each(kind.wrong)('C13, C17, C18: refuses %s: %j', async (field, value) => {
          const answer = await ask({ body: { ...body(), [field]: value } })
          expect(answer.body).toMatchObject({ code: 'BAD_REQUEST' })
          expect(answer.body.data).toContainEqual({ path: `body.${field}`, message: expect.any(String) })
          expect(answer.text).not.toContain('sesame')
        })

        test('refuses the name of another credential', async () => {
          const { name } = await make()
          expect((await ask({ body: { ...body(), name } })).body.data).toMatchObject([{ path: 'body.name' }])
        })

        test('refuses a credential when there are a hundred of its kind', async () => {
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
        test('G32: returns all credentials without their secrets', async () => {
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
      test('G32: returns the same as the list', async () => {
        const made = await make()
        const { body, text } = await ask({ params: { credential: made.id } })
        expect(body).toEqual(made)
        expect(text).not.toContain('sesame')
      })
    })

    describe('404', () => {
      test('does not find it through the endpoint of the other kind', async () => {
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
        test('changes the given fields; a masked secret keeps the stored one', async () => {
          const made = await make()
          const { id, name } = made
          expect((await change(id, {})).body).toEqual(made)
          expect((await change(id, { name })).body).toEqual(made)
          expect((await change(id, { [setting]: 'other' })).body).toEqual({ ...made, [setting]: 'other' })
          expect((await change(id, { [secret]: made[secret] })).body[secret]).toBe('…cdef')
          expect((await change(id, { [secret]: 'another-secret-zyxw' })).body[secret]).toBe('…zyxw')
        })

        test('changes the address when all secrets are sent again', async () => {
          const { id } = await make()
          const { provider: _, ...all } = kind.content
          const own = `https://${noun.toLowerCase()}.example`
          expect((await change(id, { ...all, [address]: own })).body[address]).toBe(own)
          expect((await change(id, { [address]: own, name: aName() })).status).toBe(200)
        })
      })

      describe('a credential whose vault key is lost', () => {
        const loseKey = async (id: string) => {
          const place = { organisationId: api.backing.owner.organisationId, table: 'credentials', rowId: id }
          const sealed = await createVault([makeVaultKey()]).seal('{}', place)
          await api.backing.query('update credentials set sealed = $1 where id = $2', [sealed, id])
        }

        test('needs all secrets again, in clear text', async () => {
          const { id, ...made } = await make()
          await loseKey(id)
          const masked = Object.fromEntries(secrets.map((field) => [field, made[field]]))
          for (const sent of [{ name: aName() }, masked]) {
            const { status, body } = await change(id, sent)
            const paths = body.data?.map(({ path }: { path: string }) => path).toSorted()
            expect([status, paths]).toEqual([400, secrets.map((field) => `body.${field}`).toSorted()])
          }
          const { provider: _, ...all } = kind.content
          expect((await change(id, all)).body).toEqual({ id, ...made })
          expect((await change(id, { [setting]: 'other' })).status).toBe(200)
        })
      })

      describe('400', () => {
        const isRequired = kind.needs.length > 0
        test(`${isRequired ? 'refuses' : 'accepts'} null for a field that the provider requires`, async () => {
          const { id, provider } = await make()
          const { status, body } = await change(id, { [secret]: null })
          const refusal = { path: `body.${secret}`, message: expect.stringContaining(`provider ${provider}`) }
          expect([status, body.data]).toEqual(isRequired ? [400, [refusal]] : [200, undefined])
        })

        test('refuses another provider', async () => {
          const { params } = await one()
          const { status, body } = await change(params.credential, { provider: 'custom' })
          expect([status, body.data]).toMatchObject([400, [{ path: 'body.provider' }]])
        })

        test('refuses the name of another credential', async () => {
          const [first, second] = [await make(), await make()]
          const { data } = (await change(second.id, { name: first.name })).body
          expect(data).toMatchObject([{ path: 'body.name' }])
        })

        test.each([{}, { [address]: 'https://store.example' }])(
          'refuses to change the address of %j without all secrets',
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
      test('either assigns or deletes it when both are requested at once', async () => {
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
      test('does not find a deleted credential', async () => {
        const { params } = await one()
        expect((await ask({ params })).body).toEqual({})
        for (const again of ['delete', 'get', 'change'])
          expect((await api.ask(`${again}${noun}`, { params, body: {} })).status).toBe(404)
      })
    })

    describe('409', () => {
      test('refuses a credential that a project uses', async () => {
        const { id } = await make()
        await api.ask(`assign${noun}`, inProject(id))
        expect((await ask({ params: { credential: id } })).body.code).toBe('CONFLICT')
        await api.ask(`unassign${noun}`, inProject(id))
        expect((await ask({ params: { credential: id } })).status).toBe(200)
      })
    })
  })
}

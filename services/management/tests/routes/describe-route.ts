import { describe, expect, test } from '@jest/globals'
import { makeApiKey } from '@render/vault'
import { apiCodes } from '../../src/api/api-error.ts'
import { endpoints } from '../../src/api/endpoints.ts'
import { permissions } from '../../src/api/permissions.ts'
import { documentedStatuses } from '../api/documented-statuses.ts'
import type { Answer, Api, Asked } from '../api/use-api.ts'
import { breakTables } from './break-tables.ts'
import { takeDatabaseAway } from './take-database-away.ts'

type Ask = (asked?: Asked) => Promise<Answer>

/**
 * Tests an endpoint, with a `describe` for each status that is documented of it: `own` has those of its own, and what is
 * the same for every endpoint is added. `right` makes what is there to be asked for, and gives a request that is answered
 * with 200. The last test sees that no status was left out.
 */
export function describeRoute(
  api: Api,
  id: string,
  { right = () => ({}) }: { right?: () => Asked | Promise<Asked> },
  own: (ask: Ask) => void,
): void {
  const { method, path, permission, body } = endpoints.find((each) => each.id === id)!
  const ask: Ask = (asked) => api.ask(id, asked)

  describe(`${method.toUpperCase()} /v2${path}`, () => {
    own(ask)

    describe('400', () => {
      test('NUL in the query', async () => {
        const answer = await ask({ ...(await right()), query: { x: 'a\0b' } })
        expect(answer.body).toMatchObject({ code: 'BAD_REQUEST', data: [{ path: 'query' }] })
      })
    })

    describe('401', () => {
      test.each<[what: string, key: () => string | null]>([
        ['no key', () => null],
        ['a key that nobody has', () => makeApiKey('mk')],
        ['the secret key of a project', () => api.backing.keys.secretKey],
      ])('%s', async (_, key) => {
        const answer = await ask({ ...(await right()), headers: {}, key: key() })
        expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
      })
    })

    describe('403', () => {
      test(`a key that may do all but "${permission}"`, async () => {
        const others = Object.keys(permissions).filter((name) => name !== permission)
        const key = await api.keyOf(api.backing.owner.organisationId, others)
        const answer = await ask({ ...(await right()), headers: {}, key })
        expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining(permission) } })
      })
    })

    const named = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name!)
    if (named.length > 0) {
      describe('404', () => {
        test.each(named.flatMap((name) => absent(name).map((one) => [name, one] as const)))(
          'the %s %s',
          async (name, one) => {
            const asked = await right()
            const answer = await ask({ ...asked, params: { ...asked.params, [name]: one } })
            expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
          },
        )
      })
    }

    if (body) {
      describe('413', () => {
        test('more than a mebibyte', async () => {
          const answer = await ask({ ...(await right()), body: { x: 'x'.repeat(1024 ** 2) } })
          expect(answer).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
        })
      })

      describe('415', () => {
        test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
          '%s',
          async (type) => {
            const asked = await right()
            const answer = await ask({ ...asked, headers: { ...asked.headers, 'content-type': type } })
            expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
          },
        )
      })
    }

    describe('500', () => {
      test('tells nothing of the fault', async () => {
        const asked = await right()
        await using _broken = await breakTables(api)
        const { status, body } = await ask(asked)
        const { message } = apiCodes.INTERNAL_SERVER_ERROR
        expect([status, body]).toEqual([
          500,
          { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message },
        ])
      })
    })

    describe('503', () => {
      test('while the database is away, and not when it is back', async () => {
        const asked = await right()
        {
          await using _away = await takeDatabaseAway(api)
          const { status, headers } = await ask(asked)
          expect([status, headers.get('retry-after')]).toEqual([503, '2'])
        }
        expect((await ask(asked)).status).toBe(200)
      })
    })

    test('answers with every status that is documented', () => {
      expect(api.answered.get(id)).toEqual(new Set(documentedStatuses(id)))
    })
  })
}

/** Ids that are not there for the first organisation; `:org` and `:project` of the other one too. */
function absent(name: string): string[] {
  return { org: ['org_nobody', 'org_other'], project: ['proj_nobody', 'proj_other'] }[name] ?? ['x_nobody']
}

import { describe, expect, test } from '@jest/globals'
import { isNightly } from '@render/testkit'
import { apiCodes } from '../../src/api/api-error.ts'
import { endpoints } from '../../src/endpoints.ts'
import { documentedStatuses } from '../api/documented-statuses.ts'
import type { Answer, Api, ApiRequest } from '../api/use-api.ts'
import { breakTables } from './break-tables.ts'
import { takeDatabaseAway } from './take-database-away.ts'

type Ask = (request?: ApiRequest) => Promise<Answer>

/** Statuses that `api/access.test.ts` and `api/rate-limit.test.ts` test at every endpoint. */
const OF_ACCESS = new Set([401, 403, 429])
const OF_FAULTS = new Set([500, 503])

/**
 * Endpoints of different kinds, on which each run tests what one handler does for all endpoints: those of a session, reads,
 * audited changes, and requests to Redis and to other servers. The nightly run tests it on all.
 */
const OF_EACH_KIND = new Set([
  'getMe',
  'acceptInvitation',
  'listRenders',
  'getUsage',
  'createProject',
  'replayFailed',
  'testLlmCredential',
])

/**
 * Tests an endpoint, with a `describe` for each documented status. `own` contains the tests that only this endpoint has; the
 * tests that all endpoints share are added, except those of permissions and of foreign ids, which are in
 * `api/access.test.ts`. `right` creates what the endpoint needs and returns a request that is answered with 200. The last
 * test checks that every other documented status occurred.
 */
export function describeRoute(
  api: Api,
  id: string,
  { right = () => ({}) }: { right?: () => ApiRequest | Promise<ApiRequest> },
  own: (ask: Ask) => void,
): void {
  const { method, path, body } = endpoints.find((each) => each.id === id)!
  const ask: Ask = (request) => api.ask(id, request)
  const isThorough = isNightly || OF_EACH_KIND.has(id)

  describe(`${method.toUpperCase()} /v2${path}`, () => {
    own(ask)

    describe('400', () => {
      test('refuses NUL in the query', async () => {
        const answer = await ask({ ...(await right()), query: { x: 'a\0b' } })
        expect(answer.body).toMatchObject({ code: 'BAD_REQUEST', data: [{ path: 'query' }] })
      })
    })

    const named = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name!)
    if (named.length > 0) {
      describe('404', () => {
        test.each(named)('does not find an unknown %s', async (name) => {
          const request = await right()
          const answer = await ask({ ...request, params: { ...request.params, [name]: `${name}_nobody` } })
          expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
        })
      })
    }

    if (body) {
      describe('413', () => {
        test('refuses a body of more than a mebibyte', async () => {
          const answer = await ask({ ...(await right()), body: { x: 'x'.repeat(1024 ** 2) } })
          expect(answer).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
        })
      })

      describe('415', () => {
        const types = ['application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=latin1']
        test.each(types.slice(0, isThorough ? undefined : 1))('refuses %s', async (type) => {
          const request = await right()
          const answer = await ask({ ...request, headers: { ...request.headers, 'content-type': type } })
          expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
        })
      })
    }

    if (isThorough) describeFaults(api, ask, right)

    test('returned every documented status in these tests', () => {
      const missing = documentedStatuses(id).filter((status) => !api.answered.get(id)!.has(status))
      const untested = isThorough ? OF_ACCESS : OF_ACCESS.union(OF_FAULTS)
      expect(missing.filter((status) => !untested.has(status))).toEqual([])
    })
  })
}

/** Tests what is answered when the database failures. */
function describeFaults(api: Api, ask: Ask, right: () => ApiRequest | Promise<ApiRequest>): void {
  describe('500', () => {
    test('does not reveal the internal error', async () => {
      const request = await right()
      await using _broken = await breakTables(api)
      const { status, body } = await ask(request)
      const { message } = apiCodes.INTERNAL_SERVER_ERROR
      expect([status, body]).toEqual([
        500,
        { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message },
      ])
    })
  })

  describe('503', () => {
    test('is returned only while the database is unavailable', async () => {
      const request = await right()
      {
        await using _away = await takeDatabaseAway(api)
        const { status, headers } = await ask(request)
        expect([status, headers.get('retry-after')]).toEqual([503, '2'])
      }
      expect((await ask(request)).status).toBe(200)
    })
  })
}

import { expect, test } from '@jest/globals'
import { endpoints } from '../../src/endpoints.ts'
import { NOBODY } from './nobody.ts'
import { useApi } from './use-api.ts'

const LIMIT = 3
const api = useApi(async () => ({
  REQUESTS_PER_MINUTE: String(LIMIT),
  UNAUTHENTICATED_PER_MINUTE: String(LIMIT),
}))
/** Far more requests than the bucket gets back while they are sent. */
const MANY = 2 * endpoints.length

test('every endpoint refuses a key that made its requests of the minute, and no other key', async () => {
  const key = await api.keyOf(api.backing.owner.organisationId, ['projects:read'])
  const statuses = new Map<number, number>()
  for (const { id } of Array.from({ length: MANY }, (_, at) => endpoints[at % endpoints.length]!)) {
    const { status, headers, body } = await api.ask(id, { key, params: NOBODY })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== 429) continue
    expect(body.code).toBe('TOO_MANY_REQUESTS')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(statuses.get(429)).toBeGreaterThan(MANY / 2)
  expect((await api.ask('listProjects')).status).toBe(200)
})

test('an address without a valid key is refused, and no other address', async () => {
  const from = (ip: string, key: string | null = null) =>
    api.ask('listProjects', { key, headers: { 'x-forwarded-for': ip } })
  const statuses = []
  for (let times = 0; times < LIMIT; times++) statuses.push((await from('203.0.113.1')).status)
  expect(statuses).toEqual(Array.from({ length: LIMIT }, () => 401))
  while ((await from('203.0.113.1')).status !== 429);
  expect((await from('203.0.113.2')).status).toBe(401)
  expect((await from('203.0.113.2', api.other.key)).status).toBe(200)
})

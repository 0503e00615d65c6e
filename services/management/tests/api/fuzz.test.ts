import { expect, test } from '@jest/globals'
import { fuzzApi, fuzzedRequests, until } from '@render/testkit'
import { ALL } from '../../src/api/permissions.ts'
import { recordOne } from './record-one.ts'
import { useApi } from './use-api.ts'

const api = useApi()
const PROJECTS = 10
/** All that the service has for requests. */
const CONNECTIONS = 16

test('G36 mutated requests get only documented answers, and never 5xx', async () => {
  const { organisationId, projectId } = api.backing.owner
  const key = await api.keyOf(organisationId, [ALL])
  const projects = [projectId]
  for (let n = 0; n < PROJECTS; n++)
    projects.push((await api.ask('createProject', { body: { name: `Fuzzed ${n}` } })).body.id)
  const render = await recordOne(api)
  const { body } = await api.ask('createReport', {
    body: { renderId: render, category: 'other', comment: 'x' },
  })
  const known = {
    org: [organisationId],
    project: projects,
    render: [render],
    renderId: [render],
    report: [body.id],
    member: ['mem_first'],
  }
  const { body: document } = await api.send('/v2/openapi.json')
  // A request fails when a new connection takes long, as it may on a busy machine.
  const sleep = { text: 'select pg_sleep(0.2)' }
  await until(() => Promise.all(Array.from({ length: CONNECTIONS }, () => api.context.database.query(sleep))))
  const statuses = new Map<number, number>()
  await fuzzApi(document, {
    known,
    async send({ method, path, contentType, body: sent, documented }) {
      const { status, text } = await api.send(`/v2${path}`, {
        method,
        headers: { 'x-api-key': key, ...(contentType !== undefined && { 'content-type': contentType }) },
        ...(sent !== undefined && { body: sent }),
      })
      expect(documented).toContain(String(status))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      expect(text).not.toMatch(/prisma|postgres|select |node_modules|\.ts:\d/i)
      return status
    },
  })
  // The mutations must reach the endpoints, not only authentication and parsing.
  expect(statuses.get(200)).toBeGreaterThan(fuzzedRequests / 20)
}, 600_000)

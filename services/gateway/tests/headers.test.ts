import { describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import type { ApiResponse } from '@render/testkit'
import { useWorld } from './support/use-world.ts'

const named = ({ headers }: ApiResponse, beginning: string) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith(beginning)))

describe('headers', () => {
  const world = useWorld({ OLDER_HEADER_PREFIX: 'x-older' })
  const usage = { renders: 7, from: '2096-11-20T10:00:00.000Z', until: '2096-12-20T10:00:00.000Z' }
  const plan = { name: 'limited', rendersPerMinute: null, rendersPerPeriod: 10, maxOutstanding: 10 }

  const postAs = (key: string) =>
    world.post(
      '/v1/render/sync',
      { html: 'x' },
      { headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
    )

  test('are sent under the legacy prefix too, with the same values', async () => {
    const made = await world.post('/v1/render/sync', { html: 'x' })
    const answers = [
      made,
      await world.ask('/health'),
      await world.ask('/v1/nothing'),
      await world.post('/v1/render/async', {}),
    ]
    expect(named(made, 'x-service-')).toEqual({
      'x-service-request-id': expect.any(String),
      'x-service-accepted-by': hostname(),
      'x-service-rendered-by': 'a-worker',
      'x-service-render-id': made.body.renderId,
      'x-service-render-time': '12',
      'x-service-warnings': '0',
    })
    for (const answer of answers) {
      const ours = Object.entries(named(answer, 'x-service-'))
      expect(ours.length).toBeGreaterThan(1)
      const older = ours.map(([name, value]) => [name.replace('x-service-', 'x-older-'), value])
      expect(named(answer, 'x-older-')).toEqual(Object.fromEntries(older))
    }
  })

  test.each(['binary', 'base64', 'none'])(
    'have the certificate of the file beside %s',
    async (response_type) => {
      const certificate = {
        timestamp: '2026-01-02T03:04:05.006Z',
        hashedOptions: '{"url":"http://a.example/ü"}',
        certifiedHash: 'ab'.repeat(32),
      }
      world.work.render = async (job) => ({ ...(await world.succeed(job)), certificate })
      const answer = await world.post('/v1/render/sync', { html: 'x', certify: true, response_type })
      for (const prefix of ['x-service-certified', 'x-older-certified'])
        expect(named(answer, prefix)).toEqual({
          [`${prefix}-timestamp`]: certificate.timestamp,
          [`${prefix}-options`]: Buffer.from(certificate.hashedOptions).toString('base64url'),
          [`${prefix}-hash`]: certificate.certifiedHash,
        })
      const { body, headers } = await world.post('/v1/render/sync', { html: 'x', certify: true })
      expect(body).toMatchObject(certificate)
      expect([...headers.keys()].filter((name) => name.includes('certified'))).toEqual([])
    },
  )

  test('do not have options of a certificate that are too long; a client in Node accepts the longest ones', async () => {
    const optionsOf = async (bytes: number) => {
      const hashedOptions = JSON.stringify('x'.repeat(bytes - 2))
      const certificate = { timestamp: '2026-01-02T03:04:05.006Z', hashedOptions, certifiedHash: 'ab' }
      world.work.render = async (job) => ({ ...(await world.succeed(job)), certificate })
      const sent = JSON.stringify({ html: 'x', certify: true, response_type: 'binary' })
      const authorization = `Bearer ${world.key}`
      const request = { method: 'POST', headers: { authorization, 'content-type': 'application/json' } }
      const asking = httpRequest(`${world.url}/v1/render/sync`, request).end(sent)
      const [{ headers }] = (await once(asking, 'response')) as [IncomingMessage]
      asking.destroy()
      expect(headers['x-service-certified-hash']).toBe('ab')
      return headers['x-service-certified-options']
    }
    expect(await optionsOf(5250)).toHaveLength(7000)
    expect(await optionsOf(5251)).toBeUndefined()
  })

  test('have the used and the allowed renders of the organisation', async () => {
    const headers = {
      'x-renders-used': '7',
      'x-renders-allowed': '10',
      'x-renders-remaining': '3',
      'x-renders-reset': 'Thu, 20 Dec 2096 10:00:00 GMT',
    }
    expect(named(await postAs(world.management.addKey({ plan, usage })), 'x-renders-')).toEqual(headers)
    const overdrawn = world.management.addKey({ plan, usage: { ...usage, renders: 12 } })
    expect(named(await postAs(overdrawn), 'x-renders-')).toMatchObject({ 'x-renders-remaining': '0' })
  })

  test('have no limit for a plan without one', async () => {
    const key = world.management.addKey({ usage })
    expect(Object.keys(named(await postAs(key), 'x-renders-'))).toEqual(['x-renders-reset', 'x-renders-used'])
    expect(named(await world.ask('/health'), 'x-renders-')).toEqual({})
  })
})

describe('headers without a legacy prefix', () => {
  const world = useWorld()

  test('are sent once', async () => {
    const { headers } = await world.post('/v1/render/sync', { html: 'x' })
    expect([...headers.keys()].filter((name) => /request-id|render-time/.test(name))).toEqual([
      'x-service-render-time',
      'x-service-request-id',
    ])
  })
})

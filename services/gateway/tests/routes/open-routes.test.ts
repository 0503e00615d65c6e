import { describe, expect, test } from '@jest/globals'
import { useWorld } from '../support/use-world.ts'

describe('routes without a key', () => {
  const world = useWorld()

  describe('GET /', () => {
    test('200: returns the address of the API', async () => {
      expect(await world.ask('/')).toMatchObject({ status: 200, body: { apiUrl: `${world.url}/v1` } })
    })
  })

  describe('GET /health and /ready', () => {
    test('200', async () => {
      expect(await world.ask('/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
      expect(await world.ask('/ready')).toMatchObject({
        status: 200,
        body: { status: 'ready', parts: { redis: true, accepting: true } },
      })
    })

    test('the metrics listener answers the same, and has the metrics', async () => {
      expect(await (await fetch(`${world.metricsUrl}/ready`)).json()).toMatchObject({ status: 'ready' })
      const metrics = await (await fetch(`${world.metricsUrl}/metrics`)).text()
      expect(metrics).toMatch(
        /http_request_duration_seconds_count\{[^}]*route="ready",method="GET",status="200"\} [1-9]/,
      )
      expect(metrics).toMatch(/sync_requests_waiting\{[^}]*\} 0/)
    })

    test('metrics are not on the public listener', async () => {
      expect((await world.ask('/metrics')).status).toBe(404)
    })
  })

  describe('404', () => {
    test.each(['/v1/nothing', '/v2', '//v1/options', '/v1/options/width/x', '/%ff', '/v1/render/a/b'])(
      '%s',
      async (path) => {
        const { status, body, headers } = await world.ask(path)
        expect([status, body.error.code]).toEqual([404, 'NotFound'])
        expect(headers.get('x-service-request-id')).toBe(body.requestId)
      },
    )
  })
})

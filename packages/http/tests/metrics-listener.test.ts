import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Gauge, Registry } from 'prom-client'
import { listenForMetrics, type Listener } from '../src/index.ts'
import { ask } from './serve.ts'

describe('the metrics listener', () => {
  let listener: Listener
  let url: string
  let parts = { redis: true, disk: true }
  let failure: Error | undefined
  const logged: object[] = []
  const info = { colour: 'green' }

  function failIfBroken(): void {
    if (failure) throw failure
  }

  beforeAll(async () => {
    const metrics = new Registry()
    metrics.registerMetric(new Gauge({ name: 'parts', help: 'Parts.', registers: [], collect: failIfBroken }))
    const readiness = () => {
      failIfBroken()
      return parts
    }
    const log = { error: (details: object) => void logged.push(details) }
    listener = await listenForMetrics({ host: '127.0.0.1', port: 0 }, { metrics, readiness, info, log })
    url = `http://127.0.0.1:${listener.port}`
  })

  afterAll(async () => {
    await listener[Symbol.asyncDispose]()
  })

  test('responds to /health', async () => {
    expect(await ask(`${url}/health`)).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  test('is ready only when all parts are, and shows parts and facts', async () => {
    expect(await ask(`${url}/ready`)).toMatchObject({
      status: 200,
      body: { status: 'ready', parts, facts: info },
    })
    parts = { redis: false, disk: true }
    expect(await ask(`${url}/ready`)).toMatchObject({ status: 503, body: { status: 'not ready', parts } })
  })

  test('serves metrics in the Prometheus format', async () => {
    const response = await fetch(`${url}/metrics`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ])
  })

  test.each(['ready', 'metrics'])('logs why /%s failed', async (path) => {
    failure = new Error('out of order')
    logged.length = 0
    const { status } = await ask(`${url}/${path}`)
    failure = undefined
    expect(status).toBe(500)
    expect(logged).toMatchObject([{ code: 'InternalError', cause: { message: 'out of order' } }])
  })

  test('answers 404 and 405 in the envelope', async () => {
    expect(await ask(`${url}/nothing`)).toMatchObject({ status: 404, code: 'NotFound' })
    expect(await ask(`${url}/health`, { method: 'POST' })).toMatchObject({ status: 405 })
  })
})

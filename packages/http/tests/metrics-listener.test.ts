import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { listenForMetrics, type Listener } from '../src/index.ts'
import { ask } from './serve.ts'

describe('the metrics listener', () => {
  let listener: Listener
  let url: string
  let parts = { redis: true, disk: true }
  const info = { colour: 'green' }

  beforeAll(async () => {
    listener = await listenForMetrics(
      { host: '127.0.0.1', port: 0 },
      { metrics: new Registry(), readiness: () => parts, info },
    )
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

  test('answers 404 and 405 in the envelope', async () => {
    expect(await ask(`${url}/nothing`)).toMatchObject({ status: 404, code: 'NotFound' })
    expect(await ask(`${url}/health`, { method: 'POST' })).toMatchObject({ status: 405 })
  })
})

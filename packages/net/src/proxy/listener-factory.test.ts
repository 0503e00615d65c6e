import { expect, test } from '@jest/globals'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { addressPerListener } from './listener-factory.ts'

test('gives listeners addresses that do not follow from each other, and each its own connections', async () => {
  const server = createServer().listen(0, '0.0.0.0')
  await once(server, 'listening')
  const listen = addressPerListener(server)
  const served: number[] = []
  const listeners = []
  for (let index = 0; index < 50; index += 1) {
    const serve = (client: { destroy(): void }) => {
      served.push(index)
      client.destroy()
    }
    listeners.push(await listen(serve))
  }
  const urls = listeners.map(({ url }) => new URL(url))
  for (const { hostname } of urls) expect(hostname).toMatch(/^127\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./)
  const seconds = new Set(urls.map(({ hostname }) => hostname.split('.')[1]))
  expect(seconds.size).toBeGreaterThan(5)
  const client = connect(Number(urls[7]!.port), urls[7]!.hostname)
  await once(client, 'close')
  expect(served).toEqual([7])
  server.close()
})

import { expect, test } from '@jest/globals'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createManagementClient } from './client.ts'

test('an address at which something else answers 404 says nothing about the secrets of webhooks', async () => {
  await using server = createServer((_req, res) => void res.writeHead(404).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createManagementClient({ url, token: 'x' })
  await expect(client.webhookSecrets('proj_a')).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  expect(await client.record('rnd_a')).toBeUndefined()
})

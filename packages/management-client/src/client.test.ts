import { expect, test } from '@jest/globals'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createManagementClient, TokenRefused } from './client.ts'

async function startAnswering(status: number) {
  const server = createServer((_req, res) => void res.writeHead(status).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createManagementClient({ url, token: 'x' })
  return { client, url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('an address at which something else answers 404 says nothing about the secrets of webhooks', async () => {
  await using other = await startAnswering(404)
  await expect(other.client.webhookSecrets('proj_a')).rejects.toMatchObject({
    code: 'ServiceUnavailable',
    cause: { message: `${other.url} answers 404.` },
  })
  expect(await other.client.record('rnd_a')).toBeUndefined()
})

test.each([
  [401, true],
  [503, false],
])('an answer of %i means that the token was refused: %s', async (status, isRefused) => {
  await using management = await startAnswering(status)
  const error = (await management.client.webhookSecrets('proj_a').catch((error: unknown) => error)) as Error
  expect(error).toMatchObject({ code: 'ServiceUnavailable' })
  expect(error.cause instanceof TokenRefused).toBe(isRefused)
})

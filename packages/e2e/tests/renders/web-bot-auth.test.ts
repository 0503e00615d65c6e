import type { webcrypto } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { verify } from 'web-bot-auth'
import { verifierFromJWK } from 'web-bot-auth/crypto'
import { useSharedStack } from '../use-shared-stack.ts'

const world = useSharedStack()

test('a site can verify a request with the key directory that it names', async () => {
  const url = `${world.origin.url}/green`
  expect((await world.client.sync({ url, web_bot_auth: true })).status).toBe(200)
  const { headers } = world.origin.seen.find(({ path }) => path === '/green')!
  const agent = JSON.parse(headers['signature-agent'] as string) as string
  const answer = await fetch(`${agent}/.well-known/http-message-signatures-directory`)
  const { keys } = (await answer.json()) as { keys: (webcrypto.JsonWebKey & { kid: string })[] }
  const seen: string[] = []
  await verify(
    { method: 'GET', url, headers: headers as Record<string, string> },
    async (data, signature, about) => {
      seen.push(about.keyid)
      const key = keys.find(({ kid }) => kid === about.keyid)!
      await (
        await verifierFromJWK(key)
      )(data, signature, about)
    },
  )
  expect(seen).toEqual([keys[0]!.kid])
})

import { expect, test } from '@jest/globals'
import { botKeyId, makeBotKeys } from '@render/vault'
import { startWorld } from '../support/start-world.ts'

const PATH = '/.well-known/http-message-signatures-directory'

test('returns the public keys with their ids', async () => {
  const { publicKey, privateKey } = await makeBotKeys()
  await using world = await startWorld({ WEB_BOT_AUTH_PUBLIC_KEYS: JSON.stringify([publicKey, privateKey]) })
  const answer = await fetch(world.url + PATH)
  expect(answer.headers.get('content-type')).toBe('application/http-message-signatures-directory+json')
  const kid = await botKeyId(publicKey)
  const key = { ...publicKey, kid, use: 'sig' }
  // The private part of a key that was configured by mistake is not returned.
  expect(await answer.json()).toEqual({ keys: [key, key] })
})

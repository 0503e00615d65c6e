import { expect, test } from '@jest/globals'
import { botKeyId, makeBotKeys } from '@render/vault'
import { startWorld } from '../support/start-world.ts'

const PATH = '/.well-known/http-message-signatures-directory'

test('the directory has the public keys, by their names', async () => {
  const { publicKey, privateKey } = await makeBotKeys()
  await using world = await startWorld({ WEB_BOT_AUTH_PUBLIC_KEYS: JSON.stringify([publicKey, privateKey]) })
  const answer = await fetch(world.url + PATH)
  expect(answer.headers.get('content-type')).toBe('application/http-message-signatures-directory+json')
  const kid = await botKeyId(publicKey)
  const key = { ...publicKey, kid, use: 'sig' }
  // Of a key that should not have been given whole, nothing is told.
  expect(await answer.json()).toEqual({ keys: [key, key] })
})

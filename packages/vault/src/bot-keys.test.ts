import { expect, test } from '@jest/globals'
import { botKeyId, makeBotKeys } from './bot-keys.ts'

test('both keys of a pair have the same id, and pairs have different ids', async () => {
  const [one, other] = [await makeBotKeys(), await makeBotKeys()]
  expect(await botKeyId(one.privateKey)).toBe(await botKeyId(one.publicKey))
  expect(await botKeyId(one.publicKey)).not.toBe(await botKeyId(other.publicKey))
  expect(one.publicKey).toEqual({ kty: 'OKP', crv: 'Ed25519', x: one.privateKey.x })
})

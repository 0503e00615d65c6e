import { expect, test } from '@jest/globals'
import { botKeyId, makeBotKeys } from './bot-keys.ts'

test('the two halves of a pair have one name, and no two pairs have the same', async () => {
  const [one, other] = [await makeBotKeys(), await makeBotKeys()]
  expect(await botKeyId(one.privateKey)).toBe(await botKeyId(one.publicKey))
  expect(await botKeyId(one.publicKey)).not.toBe(await botKeyId(other.publicKey))
  expect(one.publicKey).toEqual({ kty: 'OKP', crv: 'Ed25519', x: one.privateKey.x })
})

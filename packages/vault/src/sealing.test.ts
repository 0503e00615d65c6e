import { describe, expect, test } from '@jest/globals'
import { createOpen, createSeal, makeSealingKeys } from './sealing.ts'

describe('sealing in flight', () => {
  test('the reader opens what was sealed to it, and the sealed text shows nothing', async () => {
    const keys = await makeSealingKeys()
    const seal = await createSeal(keys.publicKey)
    const sealed = await seal({ url: 'https://user:sesame@example.com/' })
    expect(sealed).not.toContain('sesame')
    expect(Buffer.from(sealed.split('.')[3]!, 'base64url').toString('latin1')).not.toContain('sesame')
    expect(await (await createOpen([keys.privateKey]))(sealed)).toEqual({
      url: 'https://user:sesame@example.com/',
    })
  })

  test('the public key has no private part', async () => {
    const { publicKey } = await makeSealingKeys()
    expect(publicKey.d).toBeUndefined()
  })

  test('during a rotation both keys open', async () => {
    const [older, newer] = [await makeSealingKeys(), await makeSealingKeys()]
    const open = await createOpen([newer.privateKey, older.privateKey])
    expect(await open(await (await createSeal(older.publicKey))('old'))).toBe('old')
    expect(await open(await (await createSeal(newer.publicKey))('new'))).toBe('new')
  })

  test('another reader cannot open it', async () => {
    const [mine, theirs] = [await makeSealingKeys(), await makeSealingKeys()]
    const sealed = await (await createSeal(mine.publicKey))('secret')
    await expect((await createOpen([theirs.privateKey]))(sealed)).rejects.toThrow('No private key')
  })

  test('a changed text does not open', async () => {
    const keys = await makeSealingKeys()
    const sealed = await (await createSeal(keys.publicKey))('secret')
    const parts = sealed.split('.')
    parts[3] = (parts[3]!.startsWith('A') ? 'B' : 'A') + parts[3]!.slice(1)
    await expect((await createOpen([keys.privateKey]))(parts.join('.'))).rejects.toThrow()
  })
})

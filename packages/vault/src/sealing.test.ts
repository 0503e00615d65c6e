import { describe, expect, test } from '@jest/globals'
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose'
import { createOpen, createSeal, makeSealingKeys } from './sealing.ts'

describe('sealing in flight', () => {
  test('the reader opens a value sealed to it, and the sealed text reveals nothing', async () => {
    const keys = await makeSealingKeys()
    const sealed = createSeal(keys.publicKey)({ url: 'https://user:sesame@example.com/' })
    expect(sealed).not.toContain('sesame')
    expect(Buffer.from(sealed.split('.')[3]!, 'base64url').toString('latin1')).not.toContain('sesame')
    expect(createOpen([keys.privateKey])(sealed)).toEqual({ url: 'https://user:sesame@example.com/' })
  })

  test('is a JWE that other libraries write and read', async () => {
    const { publicKey, privateKey } = await makeSealingKeys()
    const theirs = new CompactEncrypt(Buffer.from('"ours to read"'))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: publicKey.kid! })
      .encrypt(await importJWK(publicKey, 'ECDH-ES'))
    expect(createOpen([privateKey])(await theirs)).toBe('ours to read')
    const ours = createSeal(publicKey)('theirs to read')
    const { plaintext } = await compactDecrypt(ours, await importJWK(privateKey, 'ECDH-ES'))
    expect(Buffer.from(plaintext).toString()).toBe('"theirs to read"')
  })

  test('a value opens only for what it was sealed for', async () => {
    const { publicKey, privateKey } = await makeSealingKeys()
    const [seal, open] = [createSeal(publicKey), createOpen([privateKey])]
    const sealed = seal('secret', { projectId: 'proj_1', id: '1' })
    expect(open(sealed, { projectId: 'proj_1', id: '1' })).toBe('secret')
    for (const other of [
      undefined,
      { projectId: 'proj_1' },
      { projectId: 'proj_1', id: '2' },
      { projectId: 'proj_2', id: '1' },
    ])
      expect(() => open(sealed, other)).toThrow('for another')
    const [header, ...parts] = sealed.split('.')
    const fields = JSON.parse(Buffer.from(header!, 'base64url').toString()) as { for?: string }
    delete fields.for
    const forged = Buffer.from(JSON.stringify(fields)).toString('base64url')
    expect(() => open([forged, ...parts].join('.'))).toThrow('unable to authenticate')
  })

  test('a value of the previous version, which has no purpose, opens for any', async () => {
    const { publicKey, privateKey } = await makeSealingKeys()
    expect(createOpen([privateKey])(createSeal(publicKey)('older'), { projectId: 'proj_1' })).toBe('older')
  })

  test('returns a different text each time', async () => {
    const seal = createSeal((await makeSealingKeys()).publicKey)
    const [one, two] = [seal('secret').split('.'), seal('secret').split('.')]
    for (const part of [0, 2, 3, 4]) expect(one[part]).not.toBe(two[part])
  })

  test('the public key has no private part', async () => {
    const { publicKey } = await makeSealingKeys()
    expect(publicKey.d).toBeUndefined()
  })

  test('both keys open during a rotation', async () => {
    const [older, newer] = [await makeSealingKeys(), await makeSealingKeys()]
    const open = createOpen([newer.privateKey, older.privateKey])
    expect(open(createSeal(older.publicKey)('old'))).toBe('old')
    expect(open(createSeal(newer.publicKey)('new'))).toBe('new')
  })

  test('cannot be opened by another reader', async () => {
    const [mine, theirs] = [await makeSealingKeys(), await makeSealingKeys()]
    const sealed = createSeal(mine.publicKey)('secret')
    expect(() => createOpen([theirs.privateKey])(sealed)).toThrow('No private key')
    const renamed = { ...theirs.privateKey, kid: mine.publicKey.kid }
    expect(() => createOpen([renamed])(sealed)).toThrow('unable to authenticate')
  })

  test.each(['header', 'nothing', 'nonce', 'text', 'tag'])(
    'does not open with a changed %s',
    async (part) => {
      const keys = await makeSealingKeys()
      const parts = createSeal(keys.publicKey)('secret').split('.')
      const at = ['header', 'nothing', 'nonce', 'text', 'tag'].indexOf(part)
      parts[at] = createSeal(keys.publicKey)('secret').split('.')[at] || 'AAAA'
      expect(() => createOpen([keys.privateKey])(parts.join('.'))).toThrow()
    },
  )

  test('does not open with a truncated tag', async () => {
    const keys = await makeSealingKeys()
    const parts = createSeal(keys.publicKey)('secret').split('.')
    parts[4] = Buffer.from(parts[4]!, 'base64url').subarray(0, 4).toString('base64url')
    expect(() => createOpen([keys.privateKey])(parts.join('.'))).toThrow()
  })
})

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { addVaultKey, loadOrCreateSecrets } from './secrets.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(`${tmpdir()}/secrets-`)
})

afterEach(() => rmSync(directory, { recursive: true }))

describe('secrets of a stack', () => {
  test('are created once and stored', async () => {
    const made = await loadOrCreateSecrets(`${directory}/secrets.json`)
    expect(await loadOrCreateSecrets(`${directory}/secrets.json`)).toEqual(made)
    expect(made.secretKey).toMatch(/^sk_/)
    expect(made.publishableKey).toMatch(/^pk_/)
    expect(made.organisationKey).toMatch(/^mk_/)
    expect(made.webhookSecret).toMatch(/^whsec_/)
  })

  test('can be read only by their owner', async () => {
    await loadOrCreateSecrets(`${directory}/secrets.json`)
    expect(statSync(`${directory}/secrets.json`).mode & 0o777).toBe(0o600)
  })

  test('of a new kind are added to the stored ones', async () => {
    writeFileSync(`${directory}/secrets.json`, JSON.stringify({ secretKey: 'sk_kept' }))
    const secrets = await loadOrCreateSecrets(`${directory}/secrets.json`)
    expect(secrets.secretKey).toBe('sk_kept')
    expect(secrets.redisPassword).toHaveLength(32)
  })

  test('put a new vault key before the stored ones, also before the single key of older files', async () => {
    const file = `${directory}/secrets.json`
    writeFileSync(file, JSON.stringify({ vaultKey: { kid: 'former', key: 'x' } }))
    await addVaultKey(file)
    const { vaultKeys } = await loadOrCreateSecrets(file)
    expect(vaultKeys).toEqual([
      { kid: expect.any(String), key: expect.any(String) },
      { kid: 'former', key: 'x' },
    ])
  })

  test('are not replaced when the file is not JSON; the error names the file', async () => {
    writeFileSync(`${directory}/secrets.json`, '{"secretKey": "sk_')
    await expect(loadOrCreateSecrets(`${directory}/secrets.json`)).rejects.toThrow(
      `${directory}/secrets.json`,
    )
  })
})

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { addVaultKey, keepSecrets } from './secrets.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(`${tmpdir()}/secrets-`)
})

afterEach(() => rmSync(directory, { recursive: true }))

describe('secrets of a stack', () => {
  test('are made once and kept', async () => {
    const made = await keepSecrets(`${directory}/secrets.json`)
    expect(await keepSecrets(`${directory}/secrets.json`)).toEqual(made)
    expect(made.secretKey).toMatch(/^sk_/)
    expect(made.publishableKey).toMatch(/^pk_/)
    expect(made.organisationKey).toMatch(/^mk_/)
    expect(made.webhookSecret).toMatch(/^whsec_/)
  })

  test('can be read by their owner only', async () => {
    await keepSecrets(`${directory}/secrets.json`)
    expect(statSync(`${directory}/secrets.json`).mode & 0o777).toBe(0o600)
  })

  test('of a newer kind are added to those that are kept', async () => {
    writeFileSync(`${directory}/secrets.json`, JSON.stringify({ secretKey: 'sk_kept' }))
    const secrets = await keepSecrets(`${directory}/secrets.json`)
    expect(secrets.secretKey).toBe('sk_kept')
    expect(secrets.redisPassword).toHaveLength(32)
  })

  test('have one more vault key before those that are kept, also before the one that there was formerly', async () => {
    const file = `${directory}/secrets.json`
    writeFileSync(file, JSON.stringify({ vaultKey: { kid: 'former', key: 'x' } }))
    await addVaultKey(file)
    const { vaultKeys } = await keepSecrets(file)
    expect(vaultKeys).toEqual([
      { kid: expect.any(String), key: expect.any(String) },
      { kid: 'former', key: 'x' },
    ])
  })

  test('that cannot be read are named, not replaced', async () => {
    writeFileSync(`${directory}/secrets.json`, '{"secretKey": "sk_')
    await expect(keepSecrets(`${directory}/secrets.json`)).rejects.toThrow(`${directory}/secrets.json`)
  })
})

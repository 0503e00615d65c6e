import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { parseEnv } from 'node:util'
import { createOpen, createSeal, type SealingKeys } from '@render/vault'
import { keepSecrets } from './keep-secrets.ts'

/** The readers of secrets in flight, as the variables of their keys call them. */
const READERS = ['WORKER', 'DISPATCHER'] as const

let directory: string
beforeEach(() => {
  directory = mkdtempSync(`${tmpdir()}/keep-secrets-`)
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

describe('stored secrets', () => {
  test('are created by the first run; the second run changes no file', async () => {
    const first = await keepSecrets(directory)
    expect(first.made).toContain('workerKeys')
    const before = contents()
    expect(await keepSecrets(directory)).toEqual({ made: [] })
    expect(contents()).toEqual(before)
  })

  test('a missing secret is added and the others are kept', async () => {
    await keepSecrets(directory)
    const file = `${directory}/kept/secrets.json`
    const { bucketKeys: _, ...older } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    writeFileSync(file, JSON.stringify(older))
    expect(await keepSecrets(directory)).toEqual({ made: ['bucketKeys'] })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(older)
  })

  test("digests of idempotency keys stay valid when they were keyed with the gateway's token", async () => {
    await keepSecrets(directory)
    const file = `${directory}/kept/secrets.json`
    const { idempotencySecret: _, ...older } = JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      string
    >
    writeFileSync(file, JSON.stringify(older))
    await keepSecrets(directory)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ idempotencySecret: older.gatewayToken })
  })

  test('a new vault key comes before the stored ones, also before the single key of older files', async () => {
    await keepSecrets(directory)
    const file = `${directory}/kept/secrets.json`
    const { vaultKeys, ...others } = JSON.parse(readFileSync(file, 'utf8')) as { vaultKeys: unknown[] }
    writeFileSync(file, JSON.stringify({ ...others, vaultKey: vaultKeys[0] }))
    await keepSecrets(directory)
    expect(await keepSecrets(directory, { isVaultKeyNew: true })).toEqual({ made: ['a vault key'] })
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { vaultKeys: unknown[] }
    expect(kept).toMatchObject({ ...others, vaultKeys: [expect.anything(), ...vaultKeys] })
    expect(readFileSync(`${directory}/management/environment`, 'utf8')).toContain(
      `VAULT_KEYS='${JSON.stringify(kept.vaultKeys)}'`,
    )
  })

  test.each(READERS)(
    'new sealing keys for the %s are used, and it opens what was sealed before',
    async (reader) => {
      await keepSecrets(directory)
      const before = sealFor(reader)
      expect(await keepSecrets(directory, { areSealingKeysNew: true })).toEqual({ made: ['sealing keys'] })
      const after = sealFor(reader)
      expect(kidOf(after)).not.toBe(kidOf(before))
      for (const sealed of [before, after]) expect(openBy(reader, sealed)).toBe('secret')
      expect(await keepSecrets(directory)).toEqual({ made: [] })
      expect(openBy(reader, before)).toBe('secret')
    },
  )

  test('differ between two deployments', async () => {
    await keepSecrets(`${directory}/a`)
    await keepSecrets(`${directory}/b`)
    const [a, b] = ['a', 'b'].map((name) => readFileSync(`${directory}/${name}/kept/secrets.json`, 'utf8'))
    const values = (text: string) =>
      Object.values(JSON.parse(text) as object).map((each) => JSON.stringify(each))
    expect(values(a!).filter((value) => values(b!).includes(value))).toEqual([])
  })

  test('the file with all of them can be read only by its owner', async () => {
    await keepSecrets(directory)
    expect(statSync(`${directory}/kept/secrets.json`).mode & 0o777).toBe(0o600)
  })
})

function environmentOf(container: string): Record<string, string> {
  return parseEnv(readFileSync(`${directory}/${container}/environment`, 'utf8')) as Record<string, string>
}

/** Seals a value as the gateway and management do. */
function sealFor(reader: (typeof READERS)[number]): string {
  const [gateways, managements] = ['gateway', 'management'].map(
    (container) => environmentOf(container)[`${reader}_PUBLIC_KEY`]!,
  )
  expect(managements).toBe(gateways)
  return createSeal(JSON.parse(gateways!) as SealingKeys['publicKey'])('secret')
}

function openBy(reader: (typeof READERS)[number], sealed: string): unknown {
  const container = { WORKER: 'render-worker', DISPATCHER: 'webhook-dispatcher' }[reader]
  const keys = JSON.parse(environmentOf(container)[`${reader}_PRIVATE_KEYS`]!) as SealingKeys['privateKey'][]
  return createOpen(keys)(sealed)
}

function kidOf(sealed: string): unknown {
  return (JSON.parse(Buffer.from(sealed.split('.')[0]!, 'base64url').toString()) as { kid: unknown }).kid
}

function contents(): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map(
    (name) => `${directory}/${name}`,
  )
  return Object.fromEntries(
    files.filter((file) => statSync(file).isFile()).map((file) => [file, readFileSync(file, 'utf8')]),
  )
}

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { keepSecrets } from './keep-secrets.ts'

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
    const { azureKey: _, ...older } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    writeFileSync(file, JSON.stringify(older))
    expect(await keepSecrets(directory)).toEqual({ made: ['azureKey'] })
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

function contents(): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map(
    (name) => `${directory}/${name}`,
  )
  return Object.fromEntries(
    files.filter((file) => statSync(file).isFile()).map((file) => [file, readFileSync(file, 'utf8')]),
  )
}

import { expect, test } from '@jest/globals'
import { createVault, makeVaultKey, type Vault, type VaultKey } from '@render/vault'
import { resealSecrets, SEALED_AT_REST } from '../src/database/reseal-secrets.ts'
import { webhookSecretLocation, findWebhookSecrets } from '../src/deliveries/webhook-secrets.ts'
import { useApi } from './api/use-api.ts'

const api = useApi()
const ROWS = 120
const logged: object[] = []
const logger = { info: () => {}, error: (line: object) => void logged.push(line) }
const [newer] = [makeVaultKey()]

const oldKeys = () => JSON.parse(api.backing.environment.VAULT_KEYS) as VaultKey[]
const reseal = (vault: Vault) => resealSecrets({ database: api.context.database, vault, logger })

/** Decrypts the webhook secrets of the tests with the given keys. */
const open = (vault: Vault) =>
  findWebhookSecrets(api.context.database, { vault }, api.backing.owner.projectId).then((secrets) => secrets!)

/** All secrets have the same time, so that only their ids order them. */
async function putSecret(vault: Vault, id: string, secret: string): Promise<void> {
  const { organisationId, projectId } = api.backing.owner
  await api.backing.query(
    `insert into webhook_secrets (id, organisation_id, project_id, sealed, last4, created_at)
     values ($1, $2, $3, $4, '', '2100-01-01')
     on conflict (id) do update set sealed = excluded.sealed`,
    [id, organisationId, projectId, await vault.seal(secret, webhookSecretLocation({ id, organisationId }))],
  )
}

test('G34 a new key reseals everything, and the old one works until then', async () => {
  const older = createVault(oldKeys())
  for (let n = 0; n < ROWS; n++) await putSecret(older, `whk_${n}`, `secret ${n}`)
  await api.ask('changeRenderDefaults', {
    params: { project: api.backing.owner.projectId },
    body: { options: { s3_secret: 'sentinel' } },
  })
  const both = createVault([newer, ...oldKeys()])
  const seen = await open(both)

  let reads = 0
  const done = new AbortController()
  const reading = (async () => {
    for (; !done.signal.aborted; reads += 1) expect(await open(both)).toEqual(seen)
  })()
  const changed = putSecret(both, 'whk_0', 'changed concurrently')
  const { resealed, lost } = await reseal(both)
  await changed
  done.abort()
  await reading

  expect(reads).toBeGreaterThan(0)
  expect(lost).toBe(0)
  expect(resealed).toBeGreaterThanOrEqual(ROWS)
  expect(await reseal(both)).toEqual({ resealed: 0, lost: 0 })
  const alone = createVault([newer])
  const [row] = await api.backing.query<{ sealed: string }>(
    `select sealed from webhook_secrets where id = 'whk_0'`,
  )
  const place = webhookSecretLocation({ id: 'whk_0', organisationId: api.backing.owner.organisationId })
  expect(await alone.open(row!.sealed, place)).toBe('changed concurrently')
  expect(await open(alone)).toHaveLength(seen.length)
  await expect(open(older)).rejects.toThrow('No vault key')
})

test('a value that no key opens is left unchanged and logged', async () => {
  await putSecret(createVault([makeVaultKey()]), 'whk_foreign', 'x')
  expect(await reseal(createVault([newer]))).toEqual({ resealed: 0, lost: 1 })
  expect(logged).toEqual([{ alert: 'secret-lost', table: 'webhook_secrets', id: 'whk_foreign' }])
})

test('every encrypted column is resealed', async () => {
  const columns = await api.backing.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name like 'sealed%' and column_name <> 'sealed_url' order by 1`,
  )
  // Receivers' addresses are encrypted to the dispatcher's key.
  expect(Object.fromEntries(columns.map(({ table, column }) => [table, column]))).toEqual(SEALED_AT_REST)
})

import { query } from '@render/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startPostgresAlone, type Alone } from '@render/local'
import { createVault, hashApiKey, makeApiKey, makeVaultKey, makeWebhookSecret } from '@render/vault'
import { createDatabase, type Database } from '../src/database.ts'
import { findAccount } from '../src/find-account.ts'
import { openProxies } from '../src/proxy-pools.ts'
import { webhookSecrets } from '../src/webhook-secrets.ts'
import { runCommand } from './run-command.ts'

const vaultKey = makeVaultKey()
const first = makeSeed()

let postgres: Alone
let database: Database

beforeAll(async () => {
  postgres = await startPostgresAlone()
  database = createDatabase(postgres.url)
  await runCommand('migrate.ts', { DATABASE_URL: postgres.url })
  await seed(first)
})

afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

function makeSeed() {
  return {
    SEED_SECRET_KEY: makeApiKey('sk'),
    SEED_PUBLISHABLE_KEY: makeApiKey('pk'),
    SEED_WEBHOOK_SECRET: makeWebhookSecret(),
    SEED_ORGANISATION_KEY: makeApiKey('mk'),
  }
}

function seed(values: ReturnType<typeof makeSeed>, keys = [vaultKey]): Promise<string> {
  return runCommand('seed.ts', { DATABASE_URL: postgres.url, VAULT_KEYS: JSON.stringify(keys), ...values })
}

/** Whom a key belongs to; the proxies come in clear. */
function find(hash: string) {
  const vault = createVault([vaultKey])
  return findAccount(database, hash, {
    vault,
    sealProxies: async (rows) => (rows.length > 0 ? (await openProxies(vault, rows)).join() : undefined),
  })
}

/** All rows of all tables. */
async function dump(): Promise<Record<string, unknown[]>> {
  const tables = await query<{ name: string }>(
    postgres.url,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const rows = tables.map(async ({ name }) => [name, await query(postgres.url, `select * from "${name}"`)])
  return Object.fromEntries(await Promise.all(rows)) as Record<string, unknown[]>
}

describe('seeding an empty database', () => {
  test('makes an account that may render without limits but for 10 000 outstanding', async () => {
    const expected = {
      organisationId: expect.stringMatching(/^org_/),
      project: { id: expect.stringMatching(/^proj_/), name: 'Default', enabled: true },
      user: { confirmed: true },
      plan: {
        name: 'Unlimited',
        trial: false,
        rendersPerMinute: null,
        rendersPerPeriod: null,
        maxOutstanding: null,
        features: ['*'],
      },
      usage: { renders: 0, from: expect.any(String), until: expect.any(String) },
      activeUntil: null,
    }
    expect(await find(hashApiKey(first.SEED_SECRET_KEY))).toEqual(expected)
    expect(await find(hashApiKey(first.SEED_PUBLISHABLE_KEY))).toEqual(expected)
  })

  test('makes a management key with all permissions, which is no key of the Render API', async () => {
    const hash = hashApiKey(first.SEED_ORGANISATION_KEY)
    expect(await query(postgres.url, 'select hash, permissions from management_keys')).toEqual([
      { hash, permissions: ['*'] },
    ])
    expect(await find(hash)).toBeUndefined()
  })

  test('leaves no key and no secret in clear in any table', async () => {
    const everything = JSON.stringify(await dump())
    for (const value of Object.values(first)) {
      expect(everything).not.toContain(value)
      expect(everything).not.toContain(value.slice(10, -10))
    }
    expect(everything).toContain(hashApiKey(first.SEED_SECRET_KEY))
  })
})

describe('seeding again', () => {
  test('with the same environment changes nothing', async () => {
    const before = await dump()
    expect(before.project_keys).toHaveLength(2)
    await seed(first)
    expect(await dump()).toEqual(before)
  })

  test('leaves alone what was changed since', async () => {
    await query(postgres.url, `update projects set name = 'Renamed', enabled = false`)
    await seed(first)
    expect(await query(postgres.url, 'select name, enabled from projects')).toEqual([
      { name: 'Renamed', enabled: false },
    ])
    await query(postgres.url, `update projects set enabled = true`)
  })

  test('with other keys puts them into the place of the old, from two processes at once', async () => {
    const second = makeSeed()
    await Promise.all([seed(second), seed(second)])
    expect(await find(hashApiKey(first.SEED_SECRET_KEY))).toBeUndefined()
    const account = await find(hashApiKey(second.SEED_SECRET_KEY))
    const vault = createVault([vaultKey])
    expect(await webhookSecrets(database, vault, account!.project!.id)).toEqual([second.SEED_WEBHOOK_SECRET])
    const { project_keys: keys, management_keys: managementKeys } = await dump()
    expect([keys!.length, managementKeys!.length]).toEqual([2, 1])
  })

  test('with another vault key seals the secret anew', async () => {
    const other = makeVaultKey()
    await seed(first, [other])
    const account = await find(hashApiKey(first.SEED_SECRET_KEY))
    const secrets = await webhookSecrets(database, createVault([other]), account!.project!.id)
    expect(secrets).toEqual([first.SEED_WEBHOOK_SECRET])
  })

  test('gives the project the proxies that are named, and leaves those alone when none is', async () => {
    const proxiesAfter = async (more: Partial<Record<'SEED_PROXIES', string>>) => {
      await seed({ ...first, ...more })
      return (await find(hashApiKey(first.SEED_SECRET_KEY)))?.project?.sealedProxies
    }
    const two = 'me:sesame@a.example:1,b.example:2'
    expect(await proxiesAfter({})).toBeUndefined()
    expect(await proxiesAfter({ SEED_PROXIES: two })).toBe(two)
    const before = await dump()
    expect(JSON.stringify(before)).not.toContain('sesame')
    expect(await proxiesAfter({ SEED_PROXIES: two })).toBe(two)
    expect(await proxiesAfter({})).toBe(two)
    expect(await dump()).toEqual(before)
    expect(await proxiesAfter({ SEED_PROXIES: 'b.example:3' })).toBe('b.example:3')
    await expect(proxiesAfter({ SEED_PROXIES: 'b.example' })).rejects.toThrow('SEED_PROXIES')
  })

  test('refuses what is no key, and says which variable it was', async () => {
    await expect(seed({ ...first, SEED_SECRET_KEY: 'sk_typo' })).rejects.toThrow('SEED_SECRET_KEY')
    await expect(seed({ ...first, SEED_ORGANISATION_KEY: makeApiKey('sk') })).rejects.toThrow(
      'SEED_ORGANISATION_KEY',
    )
    await expect(seed({ ...first, SEED_WEBHOOK_SECRET: 'whsec_' })).rejects.toThrow('SEED_WEBHOOK_SECRET')
  })
})

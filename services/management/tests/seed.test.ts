import { query } from '@render/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readConfig } from '@render/runtime'
import { createVault, hashApiKey, makeApiKey, makeVaultKey, makeWebhookSecret } from '@render/vault'
import { seedEnvironment } from '../src/config.ts'
import { COMMAND_CONNECT_TIMEOUT_MS, openDatabase, type Database } from '../src/database/database.ts'
import { seedDatabase, seedKeysOf } from '../src/database/seed-database.ts'
import { findAccount } from '../src/accounts/find-account.ts'
import { openProxies } from '../src/credentials/proxy-pools.ts'
import { findWebhookSecrets } from '../src/deliveries/webhook-secrets.ts'
import { openProjectKey } from '../src/projects/seal-project-key.ts'
import { runCommand } from './run-command.ts'
import { borrowDatabase } from './shared-postgres/borrow-database.ts'

const vaultKey = makeVaultKey()
const first = makeSeed()

let postgres: Awaited<ReturnType<typeof borrowDatabase>>
let database: Database

beforeAll(async () => {
  postgres = await borrowDatabase()
  database = openDatabase(postgres.url, { connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS })
  await seedByCommand(first)
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

type Seed = ReturnType<typeof makeSeed> & { SEED_PROXIES?: string }

const environmentOf = (values: Seed, keys = [vaultKey]) => ({
  DATABASE_URL: postgres.url,
  VAULT_KEYS: JSON.stringify(keys),
  ...values,
})

const seedByCommand = (values: Seed) => runCommand('seed.ts', environmentOf(values))

/** Does in this process what the command does. */
async function seed(values: Seed, keys = [vaultKey]): Promise<void> {
  const config = readConfig(seedEnvironment, environmentOf(values, keys))
  await seedDatabase(database, createVault(config.VAULT_KEYS), seedKeysOf(config))
}

/** Returns the account of a key, with its proxies decrypted. */
function find(hash: string) {
  const vault = createVault([vaultKey])
  return findAccount(database, hash, {
    vault,
    sealForWorker: async ({ proxies }) =>
      proxies.length > 0 ? (await openProxies(vault, proxies)).join() : undefined,
  })
}

/** Returns all rows of all tables. */
async function dump(): Promise<Record<string, unknown[]>> {
  const tables = await query<{ name: string }>(
    postgres.url,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const rows = tables.map(async ({ name }) => [name, await query(postgres.url, `select * from "${name}"`)])
  return Object.fromEntries(await Promise.all(rows)) as Record<string, unknown[]>
}

describe('seeding an empty database', () => {
  test('creates an account whose only limit is 10 000 outstanding renders', async () => {
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
    const project = { ...expected.project, linkKeys: [first.SEED_SECRET_KEY] }
    expect(await find(hashApiKey(first.SEED_PUBLISHABLE_KEY))).toEqual({ ...expected, project })
  })

  test('creates a management key with all permissions, which the Render API does not accept', async () => {
    const hash = hashApiKey(first.SEED_ORGANISATION_KEY)
    expect(await query(postgres.url, 'select hash, permissions from management_keys')).toEqual([
      { hash, permissions: ['*'] },
    ])
    expect(await find(hash)).toBeUndefined()
  })

  test('stores no key and no secret in clear text', async () => {
    const everything = JSON.stringify(await dump())
    for (const value of Object.values(first)) {
      expect(everything).not.toContain(value)
      expect(everything).not.toContain(value.slice(10, -10))
    }
    expect(everything).toContain(hashApiKey(first.SEED_SECRET_KEY))
  })
})

describe('seeding again', () => {
  test('keeps the secret key sealed', async () => {
    const [row] = await query<{ sealed: string }>(
      postgres.url,
      `select sealed from project_keys where id = 'key_first_secret'`,
    )
    const location = { id: 'key_first_secret', organisationId: 'org_first' }
    expect(await openProjectKey(createVault([vaultKey]), location, row!.sealed)).toBe(first.SEED_SECRET_KEY)
  })

  test('does not bring back an owner who was removed', async () => {
    const [row] = await query<{ user_id: string }>(
      postgres.url,
      `delete from members where id = 'mem_first' returning user_id`,
    )
    await seed(first)
    expect(await query(postgres.url, 'select * from members')).toEqual([])
    await query(
      postgres.url,
      `insert into members (id, organisation_id, user_id, role) values ('mem_first', 'org_first', $1, 'owner')`,
      [row!.user_id],
    )
  })

  test('with the same environment changes nothing', async () => {
    const before = await dump()
    expect(before.project_keys).toHaveLength(2)
    await seed(first)
    expect(await dump()).toEqual(before)
  })

  test('keeps later changes', async () => {
    await query(postgres.url, `update projects set name = 'Renamed', enabled = false`)
    await seed(first)
    expect(await query(postgres.url, 'select name, enabled from projects')).toEqual([
      { name: 'Renamed', enabled: false },
    ])
    await query(postgres.url, `update projects set enabled = true`)
  })

  test('with other keys replaces the old ones, also from two processes at once', async () => {
    const second = makeSeed()
    await Promise.all([seedByCommand(second), seedByCommand(second)])
    expect(await find(hashApiKey(first.SEED_SECRET_KEY))).toBeUndefined()
    const account = await find(hashApiKey(second.SEED_SECRET_KEY))
    const vault = createVault([vaultKey])
    expect(await findWebhookSecrets(database, { vault }, account!.project!.id)).toEqual([
      second.SEED_WEBHOOK_SECRET,
    ])
    const { project_keys: keys, management_keys: managementKeys } = await dump()
    expect([keys!.length, managementKeys!.length]).toEqual([2, 1])
  })

  test('with another vault key seals the secret again', async () => {
    const other = makeVaultKey()
    await seed(first, [other])
    const account = await find(hashApiKey(first.SEED_SECRET_KEY))
    const secrets = await findWebhookSecrets(database, { vault: createVault([other]) }, account!.project!.id)
    expect(secrets).toEqual([first.SEED_WEBHOOK_SECRET])
  })

  test('assigns the given proxies to the project, and keeps the assigned ones when none is given', async () => {
    const proxiesAfter = async (
      more: Pick<Seed, 'SEED_PROXIES'>,
      run: (values: Seed) => Promise<unknown> = seed,
    ) => {
      await run({ ...first, ...more })
      return (await find(hashApiKey(first.SEED_SECRET_KEY)))?.project?.sealedForWorker
    }
    const two = 'me:sesame@a.example:1,b.example:2'
    expect(await proxiesAfter({})).toBeUndefined()
    expect(await proxiesAfter({ SEED_PROXIES: two }, seedByCommand)).toBe(two)
    const before = await dump()
    expect(JSON.stringify(before)).not.toContain('sesame')
    expect(await proxiesAfter({ SEED_PROXIES: two })).toBe(two)
    expect(await proxiesAfter({})).toBe(two)
    expect(await dump()).toEqual(before)
    const eleven = Array.from({ length: 11 }, (_, at) => `c.example:${at + 1}`).join()
    expect(await proxiesAfter({ SEED_PROXIES: eleven })).toBe(eleven)
    const assigned = await dump()
    await seed({ ...first, SEED_PROXIES: eleven })
    expect(await dump()).toEqual(assigned)
    expect(await proxiesAfter({ SEED_PROXIES: 'b.example:3' })).toBe('b.example:3')
    await expect(proxiesAfter({ SEED_PROXIES: 'b.example' })).rejects.toThrow('SEED_PROXIES')
  })

  test('does not bring back a project that was deleted', async () => {
    await query(postgres.url, `delete from projects where id = 'proj_first'`)
    await seed(makeSeed())
    expect(await query(postgres.url, 'select * from projects')).toEqual([])
  })

  test('names the variable whose value is not a key', async () => {
    await expect(seedByCommand({ ...first, SEED_SECRET_KEY: 'sk_typo' })).rejects.toThrow('SEED_SECRET_KEY')
    await expect(seed({ ...first, SEED_ORGANISATION_KEY: makeApiKey('sk') })).rejects.toThrow(
      'SEED_ORGANISATION_KEY',
    )
    await expect(seed({ ...first, SEED_WEBHOOK_SECRET: 'whsec_' })).rejects.toThrow('SEED_WEBHOOK_SECRET')
  })
})

// The environment of the service: Redis, and a migrated database with one account.
import { query } from '@render/testkit'
import { startSingleRedis } from '@render/local'
import { createVault, makeApiKey, makeSealingKeys, makeVaultKey, makeWebhookSecret } from '@render/vault'
import { applyMigrations } from '../src/database/apply-migrations.ts'
import { COMMAND_CONNECT_TIMEOUT_MS, createDatabase } from '../src/database/database.ts'
import { MIGRATIONS_DIRECTORY } from '../src/database/migration-files.ts'
import { seedDatabase } from '../src/database/seed-database.ts'
import { borrowDatabase } from './shared-postgres/borrow-database.ts'

export type Backing = Awaited<ReturnType<typeof startBacking>>

/** Starts the servers. `own` is a Postgres that the test may stop; without it, a new database on the shared one is used. */
export async function startBacking(own?: { url: string }) {
  await using parts = new AsyncDisposableStack()
  const postgres = own ?? parts.use(await borrowDatabase())
  const redis = parts.use(await startSingleRedis())
  await applyMigrations(postgres.url, MIGRATIONS_DIRECTORY)

  const vaultKeys = [makeVaultKey()]
  const workerKeys = await makeSealingKeys()
  const dispatcherKeys = await makeSealingKeys()
  const keys = {
    secretKey: makeApiKey('sk'),
    publishableKey: makeApiKey('pk'),
    webhookSecret: makeWebhookSecret(),
    organisationKey: makeApiKey('mk'),
  }
  await using database = createDatabase(postgres.url, { connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS })
  await seedDatabase(database, createVault(vaultKeys), keys)
  const owners = `select organisation_id as "organisationId", id as "projectId" from projects`
  const [owner] = await query<{ organisationId: string; projectId: string }>(postgres.url, owners)
  const owned = parts.move()

  return {
    postgres: { url: postgres.url, database: new URL(postgres.url).pathname.slice(1) },
    redis,
    keys,
    /** The seeded organisation and project. */
    owner: owner!,
    workerKeys,
    dispatcherKeys,
    /** Configuration of the service without its ports. */
    environment: {
      LOG_LEVEL: 'silent',
      MANAGEMENT_PUBLIC_URL: 'https://management.example.com',
      AUTH_SECRET: 'secret-of-sessions-in-tests-only-0123456789',
      TRUST_PROXY: 'loopback',
      LAME_DUCK_MS: '0',
      SIGN_UP: 'open',
      REQUESTS_PER_MINUTE: '0',
      UNAUTHENTICATED_PER_MINUTE: '0',
      DEFAULT_PLAN: 'Unlimited',
      ARTEFACT_URL: 'https://files.example.com',
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      GATEWAY_TOKEN: 'token-of-the-gateway',
      DISPATCHER_TOKEN: 'token-of-the-dispatcher',
      OPERATOR_TOKEN: 'token-of-the-operator',
      VAULT_KEYS: JSON.stringify(vaultKeys),
      DISPATCHER_PUBLIC_KEY: JSON.stringify(dispatcherKeys.publicKey),
      WORKER_PUBLIC_KEY: JSON.stringify(workerKeys.publicKey),
      PORT: '0',
      INTERNAL_PORT: '0',
      METRICS_PORT: '0',
    },
    query: <T extends object>(text: string, values?: unknown[]) => query<T>(postgres.url, text, values),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

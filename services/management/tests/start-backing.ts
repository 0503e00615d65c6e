// The environment of the service: Redis, and a migrated database with one account.
import { query } from '@render/testkit'
import { makeSealingKeys } from '@render/vault'
import { applyMigrations } from '../src/database/apply-migrations.ts'
import { MIGRATIONS_DIRECTORY } from '../src/database/migration-files.ts'
import { borrowRedis } from './borrow-redis.ts'
import { seedAccount } from './seed-account.ts'
import { borrowSeededDatabase } from './shared-postgres/borrow-database.ts'

export type Backing = Awaited<ReturnType<typeof startBacking>>

/** Servers of a test, which it may stop. */
interface OwnServers {
  postgres?: { url: string }
  redis?: { url: string }
}

/** Prepares the servers. Without own ones, a new database on the shared Postgres and a Redis of this process are used. */
export async function startBacking(own: OwnServers = {}) {
  await using parts = new AsyncDisposableStack()
  const { url, account } = own.postgres
    ? await prepare(own.postgres.url)
    : parts.use(await borrowSeededDatabase())
  const { keys, owner, vaultKeys } = account
  const redis = own.redis ?? parts.use(await borrowRedis())
  const workerKeys = await makeSealingKeys()
  const dispatcherKeys = await makeSealingKeys()
  const owned = parts.move()

  return {
    postgres: { url, database: new URL(url).pathname.slice(1) },
    redis: { url: redis.url },
    keys,
    /** The seeded organisation and project. */
    owner,
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
      DATABASE_URL: url,
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
    query: <T extends object>(text: string, values?: unknown[]) => query<T>(url, text, values),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function prepare(url: string) {
  await applyMigrations(url, MIGRATIONS_DIRECTORY)
  return { url, account: await seedAccount(url) }
}

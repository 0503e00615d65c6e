import { connectFailFast, publishAccountChange, untilReady } from '@render/jobs'
import { createLogger, readConfig } from '@render/runtime'
import { createVault } from '@render/vault'
import { adminEnvironment } from '../config.ts'
import { COMMAND_CONNECT_TIMEOUT_MS, openDatabase } from '../database/database.ts'

const NOTIFY_WITHIN_MS = 2000

export type AdminContext = ReturnType<typeof createAdminContext>

/** Builds the context of the commands; the database and Redis are connected to on first use. */
export function createAdminContext(source: NodeJS.ProcessEnv) {
  const config = readConfig(adminEnvironment, source)
  const resources = new AsyncDisposableStack()

  async function redis(timeoutMs?: number) {
    const connection = connectFailFast(config.REDIS_URL)
    // `quit` sends pending commands before it closes.
    resources.defer(async () => void (await connection.quit().catch(() => connection.disconnect())))
    await untilReady(connection, timeoutMs)
    return connection
  }

  return {
    logger: createLogger('admin', 'warn'),
    database: resources.use(
      openDatabase(config.DATABASE_URL, { connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS }),
    ),
    vault: createVault(config.VAULT_KEYS),
    redis,
    /** Makes gateways refresh an organisation at once. Without Redis they do so within five seconds on their own. */
    async notifyGateways(organisationId: string): Promise<void> {
      await redis(NOTIFY_WITHIN_MS).then(
        (connection) => publishAccountChange(connection, organisationId),
        () => {},
      )
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

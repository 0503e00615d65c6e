import { connectImpatiently, tellAccountChange, untilReady } from '@render/jobs'
import { createLogger, readConfig } from '@render/runtime'
import { createVault } from '@render/vault'
import { adminEnvironment } from '../config.ts'
import { createDatabase } from '../database.ts'

const TELL_WITHIN_MS = 2000

export type AdminContext = ReturnType<typeof createAdminContext>

/** What commands work with; each is connected to when it is first needed. */
export function createAdminContext(source: NodeJS.ProcessEnv) {
  const config = readConfig(adminEnvironment, source)
  const resources = new AsyncDisposableStack()

  async function redis(timeoutMs?: number) {
    const connection = connectImpatiently(config.REDIS_URL)
    // What was said last is sent before it ends.
    resources.defer(async () => void (await connection.quit().catch(() => connection.disconnect())))
    await untilReady(connection, timeoutMs)
    return connection
  }

  return {
    logger: createLogger('admin', 'warn'),
    database: resources.use(createDatabase(config.DATABASE_URL)),
    vault: createVault(config.VAULT_KEYS),
    redis,
    /** Has gateways ask at once what an organisation may do. While Redis is away they do within five seconds by themselves. */
    async tellGateways(organisationId: string): Promise<void> {
      await redis(TELL_WITHIN_MS).then(
        (connection) => tellAccountChange(connection, organisationId),
        () => {},
      )
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

import { connectImpatiently, untilReady } from '@render/jobs'
import { createLogger, readConfig } from '@render/runtime'
import { createVault } from '@render/vault'
import { adminEnvironment } from '../config.ts'
import { createDatabase } from '../database.ts'

export type AdminContext = ReturnType<typeof createAdminContext>

/** What commands work with; each is connected to when it is first needed. */
export function createAdminContext(source: NodeJS.ProcessEnv) {
  const config = readConfig(adminEnvironment, source)
  const resources = new AsyncDisposableStack()
  return {
    logger: createLogger('admin', 'warn'),
    database: resources.use(createDatabase(config.DATABASE_URL)),
    vault: createVault(config.VAULT_KEYS),
    async redis() {
      const redis = connectImpatiently(config.REDIS_URL)
      resources.defer(() => redis.disconnect())
      await untilReady(redis)
      return redis
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

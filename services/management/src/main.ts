// Owns Postgres: the Management API, and the internal API by which the other services read accounts and records.
import { runService } from '@render/runtime'
import { environment } from './config.ts'

// Imported only once the configuration is valid, so that an invalid one is reported quickly.
await runService(environment, async (config) => (await import('./service.ts')).startService(config))

// Owns Postgres: the Management API, and the internal API by which the other services read accounts and records.
import { runService } from '@render/runtime'
import { environment } from './config.ts'

// Loaded once the configuration is right: an invalid one is reported at once.
await runService(environment, async (config) => (await import('./service.ts')).startService(config))

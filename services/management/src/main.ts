// Owns Postgres: the Management API, and the internal API by which the other services read accounts and records.
import { runService } from '@render/runtime'
import { environment } from './config.ts'
import { startService } from './service.ts'

await runService(environment, startService)

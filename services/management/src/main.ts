// Owns Postgres: accounts and records, and the internal API by which the other services ask for them.
import { runService } from '@render/runtime'
import { startService } from './service.ts'

await runService(startService)

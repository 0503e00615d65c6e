// Takes renders from the queue and drives the browser. Has no access to the database.
import { runService } from '@render/runtime'
import { environment } from './config.ts'

// Imported only once the configuration is valid, so that an invalid one is reported quickly.
await runService(environment, async (config) => (await import('./service.ts')).startService(config))

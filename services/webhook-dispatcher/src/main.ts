// Delivers webhooks: signed, in up to eight attempts over about 27 hours; 410 ends them.
import { runService } from '@render/runtime'
import { environment } from './config.ts'

// Imported only once the configuration is valid, so that an invalid one is reported quickly.
await runService(environment, async (config) => (await import('./service.ts')).startService(config))

// Delivers webhooks: signed, and retried until the receiver accepts them.
import { runService } from '@render/runtime'
import { environment } from './config.ts'
import { startService } from './service.ts'

await runService(environment, startService)

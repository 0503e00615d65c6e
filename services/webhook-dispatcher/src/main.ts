// Tells receivers how their renders ended: signed, and again until they have it.
import { readConfig, runService } from '@render/runtime'
import { environment } from './config.ts'
import { startWebhookDispatcher } from './service.ts'

await runService(() => startWebhookDispatcher(readConfig(environment)))

// Takes renders from the queue and drives the browser. Has no access to the database.
import { runService } from '@render/runtime'
import { environment } from './config.ts'
import { startService } from './service.ts'

await runService(environment, startService)

// The Render API.
import { runService } from '@render/runtime'
import { environment } from './config.ts'
import { startService } from './service.ts'

await runService(environment, startService)

import { readConfig, runService } from '@render/runtime'
import { environment } from './config.ts'
import { startGateway } from './service.ts'

await runService(() => startGateway(readConfig(environment)))

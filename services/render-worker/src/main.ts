// Takes renders from the queue and drives the browser. Knows no database and one secret: the key that jobs are sealed to.
import { readConfig, runService } from '@render/runtime'
import { environment } from './config.ts'
import { startRenderWorker } from './service.ts'

await runService(() => startRenderWorker(readConfig(environment)))

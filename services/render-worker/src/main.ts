// Takes renders from the queue and drives the browser. Knows no database; its secrets are the key that jobs are sealed to and the queue's address.
import { readConfig, runService } from '@render/runtime'
import { environment } from './config.ts'
import { startRenderWorker } from './service.ts'

await runService(() => startRenderWorker(readConfig(environment)))

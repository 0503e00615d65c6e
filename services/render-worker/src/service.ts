import { assemble } from '@render/async'
import { listenForMetrics } from '@render/http'
import { isReady } from '@render/jobs'
import type { RenderWorkerConfig } from './config.ts'
import { createContext } from './context.ts'
import { countSlots, countVideoSlots } from './slots.ts'
import { takeJobs } from './take-jobs.ts'

/**
 * Starts the worker. Disposing it takes no new jobs, lets renders under way continue for `DRAIN_MS`, hands back the others,
 * and leaves no browser running.
 */
export function startService(config: RenderWorkerConfig) {
  return assemble(async (parts) => {
    const context = parts.use(await createContext(config))
    const { logger, registry, metricsAddress, blockingRedis, metrics, hasNamespace } = context
    let jobs: ReturnType<typeof takeJobs> | undefined
    const readiness = async () => ({
      redis: await isReady(blockingRedis),
      browser: context.hasBrowsers(),
      'egress proxy': context.hasProxy(),
      'taking jobs': jobs?.isRunning() ?? false,
    })
    const info = { 'network namespace': hasNamespace ? 'on' : 'off' }
    metrics.namespace.set(Number(hasNamespace))
    const metricsListener = parts.use(
      await listenForMetrics(metricsAddress, { metrics: registry, readiness, info, log: logger }),
    )
    const slots = countSlots(config.SLOTS)
    const videoSlots = countVideoSlots(config.VIDEO_SLOTS)
    // The gauge of renders under way counts videos too.
    metrics.slots.set(slots + videoSlots)
    jobs = parts.use(takeJobs(context, config, { slots, videoSlots }))
    logger.info({ slots, videoSlots, metricsPort: metricsListener.port }, 'started')
    return { logger, metricsPort: metricsListener.port }
  })
}

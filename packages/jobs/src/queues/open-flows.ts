import { FlowProducer } from 'bullmq'
import type { Redis } from 'ioredis'
import { ignoreConnectionErrors } from '../redis/connect.ts'
import { withLoadedScripts } from '../redis/reload-scripts.ts'
import { WITHOUT_PROBE } from './open-queue.ts'

/** Opens a producer of flows that rejects unless every job of a flow was added; BullMQ judges only the first. */
export function openFlows(redis: Redis): FlowProducer {
  const flows = new FlowProducer({ connection: redis, ...WITHOUT_PROBE })
  ignoreConnectionErrors(flows)
  const backend = flows.getBackend()
  const addFlow = backend.addFlow.bind(backend)
  backend.addFlow = (jobs) =>
    withLoadedScripts(redis, async () => {
      const replies = await addFlow(jobs)
      for (const [error, idOrCode] of replies) {
        if (error) throw error
        if (typeof idOrCode === 'number' && idOrCode < 0)
          throw new Error(`BullMQ refused a job: ${idOrCode}.`)
      }
      return replies
    })
  return flows
}

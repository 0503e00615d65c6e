import { connectBlocking } from '@render/jobs'
import { until } from '@render/testkit'
import type { World } from './start-world.ts'

/** Resolves once so many synchronous requests wait according to the metrics of the gateway. */
export async function waitingIn(gateway: Pick<World, 'metricsUrl'>, wanted: number): Promise<void> {
  await untilMetric(gateway, /^sync_requests_waiting\{[^}]*\} (\d+)$/m, wanted)
}

/** Resolves once a metric of the gateway, the only group of a pattern, has a value. */
export async function untilMetric(
  { metricsUrl }: Pick<World, 'metricsUrl'>,
  pattern: RegExp,
  wanted: number,
): Promise<void> {
  await until(async () => {
    const metrics = await (await fetch(`${metricsUrl}/metrics`)).text()
    const value = pattern.exec(metrics)?.[1]
    if (value === String(wanted)) return true
    throw new Error(`${String(pattern)} is ${value}, not ${wanted}.`)
  })
}

/** Returns the id of the one render that waits in the queue `batch`. */
export async function untilQueued({ redis }: Pick<World, 'redis'>): Promise<string> {
  const connection = connectBlocking(redis.url)
  try {
    return await until(async () => (await connection.zrange('bull:renders-batch:prioritized', '0', '0'))[0])
  } finally {
    connection.disconnect()
  }
}

import { connectPatiently } from '@render/jobs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './start-world.ts'

/** Resolves once so many synchronous requests wait, as the gateway's own metrics say. */
export async function waitingIn({ opsUrl }: Pick<World, 'opsUrl'>, wanted: number): Promise<void> {
  const end = performance.now() + 30_000
  for (;;) {
    const metrics = await (await fetch(`${opsUrl}/metrics`)).text()
    const count = /^sync_requests_waiting\{[^}]*\} (\d+)$/m.exec(metrics)?.[1]
    if (count === String(wanted)) return
    if (performance.now() > end) throw new Error(`${count} requests wait, not ${wanted}.`)
    await sleep(20)
  }
}

/** The id of the one render that waits in the queue `batch`. */
export async function untilQueued({ redis }: Pick<World, 'redis'>): Promise<string> {
  const connection = connectPatiently(redis.url)
  try {
    for (;;) {
      const [id] = await connection.zrange('bull:renders-batch:prioritized', '0', '0')
      if (id) return id
      await sleep(10)
    }
  } finally {
    connection.disconnect()
  }
}

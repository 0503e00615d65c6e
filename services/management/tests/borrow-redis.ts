import { connectFailFast, untilReady } from '@render/jobs'
import { startSingleRedis, type SingleServer } from '@render/local'
import { keepForProcess } from '@render/testkit'

/** Servers of this process that no test file uses. */
const free: SingleServer[] = []

/** Lends an empty Redis, which must neither be stopped nor configured; disposing empties it for a later test file. */
export async function borrowRedis(): Promise<{ url: string } & AsyncDisposable> {
  const server = free.pop() ?? keepForProcess(await startSingleRedis())
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await empty(server.url)
      free.push(server)
    },
  }
}

async function empty(url: string): Promise<void> {
  const redis = connectFailFast(url)
  await untilReady(redis)
  await redis.flushall()
  redis.disconnect()
}

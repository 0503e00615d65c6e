import { expect, test } from '@jest/globals'
import { connectFailFast, untilReady } from '@render/jobs'
import { useWorld } from './support/use-world.ts'

const world = useWorld()

test('a gateway refuses to start with a Redis that may lose renders, unless DEVELOPMENT_REDIS is set', async () => {
  const redis = connectFailFast(world.redis.url)
  await untilReady(redis)
  await redis.config('SET', 'appendonly', 'no')
  redis.disconnect()
  await expect(world.startAnother()).rejects.toThrow('DEVELOPMENT_REDIS')
  await (await world.startAnother({ DEVELOPMENT_REDIS: '1' }))[Symbol.asyncDispose]()
})

import { expect, test } from '@jest/globals'
import { connectImpatiently, untilReady } from '@render/jobs'
import { useWorld } from './support/use-world.ts'

const world = useWorld()

test('a gateway does not start on a Redis that may lose renders, unless told that this is development', async () => {
  const redis = connectImpatiently(world.redis.url)
  await untilReady(redis)
  await redis.config('SET', 'appendonly', 'no')
  redis.disconnect()
  await expect(world.startAnother()).rejects.toThrow('DEVELOPMENT_REDIS')
  await (await world.startAnother({ DEVELOPMENT_REDIS: '1' }))[Symbol.asyncDispose]()
})

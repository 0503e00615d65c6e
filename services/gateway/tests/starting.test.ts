import { expect, jest, test } from '@jest/globals'
import { connectFailFast, untilReady } from '@render/jobs'
import { sendRequest } from '@render/testkit'
import { Ajv } from 'ajv'
import { useWorld } from './support/use-world.ts'

const world = useWorld()

// Fails when the first render has to wait for the validator.
test('a gateway has compiled the validator of options when it accepts requests', async () => {
  const compile = jest.spyOn(Ajv.prototype, 'compile')
  try {
    await using gateway = await world.startAnother()
    const compiled = compile.mock.calls.length
    expect(compiled).toBeGreaterThan(0)
    const { status } = await sendRequest(`http://127.0.0.1:${gateway.port}/v1/render/async`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ html: 'x', retry_with: [{ width: 400 }] }),
    })
    expect(status).toBe(201)
    expect(compile).toHaveBeenCalledTimes(compiled)
  } finally {
    compile.mockRestore()
  }
})

test('a gateway refuses to start with a Redis that may lose renders, unless DEVELOPMENT_REDIS is set', async () => {
  const redis = connectFailFast(world.redis.url)
  await untilReady(redis)
  await redis.config('SET', 'appendonly', 'no')
  redis.disconnect()
  await expect(world.startAnother()).rejects.toThrow('DEVELOPMENT_REDIS')
  await (await world.startAnother({ DEVELOPMENT_REDIS: '1' }))[Symbol.asyncDispose]()
})

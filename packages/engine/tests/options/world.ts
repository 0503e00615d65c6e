import { readPicture, startOrigin } from '@render/testkit'
import { shareTestEngine } from '../test-engine.ts'
import type { World } from './probe.ts'

export async function startWorld(): Promise<World & AsyncDisposable> {
  const [engine, origin] = await Promise.all([shareTestEngine(), startOrigin()])
  return {
    engine,
    origin,
    picture: async (options) => readPicture((await engine.make(options)).body),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await origin[Symbol.asyncDispose]()
    },
  }
}

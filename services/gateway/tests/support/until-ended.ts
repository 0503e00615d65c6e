import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '@render/testkit'
import type { World } from './start-world.ts'

/** The status record of a render once it has ended. */
export async function untilEnded({ ask }: Pick<World, 'ask'>, id: string): Promise<Answer['body']> {
  const end = performance.now() + 30_000
  for (;;) {
    const { body } = await ask(`/v1/render/${id}`)
    if (body.status === 'succeeded' || body.status === 'failed') return body
    if (performance.now() > end) throw new Error(`Still ${JSON.stringify(body)}.`)
    await sleep(20)
  }
}

import { until, type ApiResponse } from '@render/testkit'
import type { World } from './start-world.ts'

/** Waits until a render has ended and returns its status. */
export function untilEnded({ ask }: Pick<World, 'ask'>, id: string): Promise<ApiResponse['body']> {
  return until(async () => {
    const { body } = await ask(`/v1/render/${id}`)
    if (body.status === 'succeeded' || body.status === 'failed') return body
    throw new Error(`Still ${JSON.stringify(body)}.`)
  })
}

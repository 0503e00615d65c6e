import type { LoadClient } from './client.ts'

/** More than a worker's slots. */
const PARALLEL = 24

/** Measures renders per second with a queue that is never empty. */
export async function measurePeak(client: LoadClient, options: object, seconds: number): Promise<number> {
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 1000
  let made = 0
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while (elapsed() < seconds) {
        const { status } = await client.post('/v1/render/sync', options)
        if (status === 200) made++
      }
    }),
  )
  return made / elapsed()
}

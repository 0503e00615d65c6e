// Faults that the service promises to notice within a time. These bounds need a machine that does nothing else.
import { describe, expect, test } from '@jest/globals'
import { descendantsOf, freeze, sendRequest, startHeldSite, until, type ApiResponse } from '@render/testkit'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilOneIsBusy } from '../../src/busy-worker.ts'
import { useFaultWorld, useTwoWorkers } from '../faults/use-fault-world.ts'

const TIMEOUT_MS = 180_000

/** After each test the whole history is checked, see `use-fault-world.ts`. */
describe('in time', () => {
  const world = useFaultWorld()
  const workers = useTwoWorkers(world)

  const refused = { answer: 'refused', status: 503, hasRetryAfter: true }
  const create = () => world.create({ html: 'x' })
  const statusOf = (renderId: string) => sendRequest(`${world.stack.info.baseUrl}/v1/render/${renderId}`)

  /** Creates renders of a page, some running and the others waiting; returns the id of the first. */
  async function acceptMany(url: string): Promise<string> {
    const all = await Promise.all(Array.from({ length: 12 }, () => world.create({ url })))
    return all[0]!.renderId!
  }

  async function timed<T>(work: Promise<T>): Promise<[T, number]> {
    const beganMs = performance.now()
    return [await work, performance.now() - beganMs]
  }

  function expectUnavailable({ status, headers }: ApiResponse): void {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }

  // Also fails with the library's default lock of 30 s, checked every 30 s.
  test(
    'X01 a worker killed while rendering: detected within 15 s, rendered by the other, and no leftovers',
    async () => {
      await using site = await startHeldSite('<img src="/held">')
      const renderId = (await world.create({ url: site.url })).renderId!
      await site.requested
      const worker = await untilOneIsBusy(workers)
      const { pid } = worker.process.identity!
      const family = new Set(descendantsOf(pid).map((each) => each.pid))
      expect(scratchOf(pid).length).toBeGreaterThan(0)
      worker.process.kill('SIGKILL')
      const killedMs = performance.now()
      await until(async () => (await statusOf(renderId)).body.status !== 'created')
      expect(performance.now() - killedMs).toBeLessThan(15_000)
      expect((await statusOf(renderId)).body.status).toBe('retrying')
      site.release()
      await until(() => descendantsOf(1).every((each) => !family.has(each.pid)))
      await worker.process.ready()
      expect(scratchOf(pid)).toEqual([])
    },
    TIMEOUT_MS,
  )

  // X12 and X15 fail with the library's default client, which waits for more than 15 s.
  test(
    'X12 Redis stopped and started: creates and status reads get 503 at once, and nothing accepted is lost',
    async () => {
      await using site = await startHeldSite('<img src="/held">')
      const first = await acceptMany(site.url)
      await site.requested
      await world.stack.processes.redis!.stop()
      const createMs: number[] = []
      const readMs: number[] = []
      for (let turn = 0; turn < 10; turn++) {
        const [created, tookMs] = await timed(create())
        expect(created).toMatchObject(refused)
        createMs.push(tookMs)
        const [read, waitedMs] = await timed(statusOf(first))
        expectUnavailable(read)
        readMs.push(waitedMs)
      }
      expect(medianOf(createMs)).toBeLessThan(50)
      expect(medianOf(readMs)).toBeLessThan(50)
      // The renders end while Redis is unavailable.
      site.release()
    },
    TIMEOUT_MS,
  )

  test(
    'X15 Redis frozen: creates get 503 in time, later at once, and a late addition is the same render',
    async () => {
      await using site = await startHeldSite('<img src="/held">')
      await acceptMany(site.url)
      await site.requested
      {
        using _frozen = freeze(world.stack.processes.redis!.identity!.pid)
        const [created, tookMs] = await timed(Promise.all([create(), create(), create()]))
        expect(created).toEqual(Array(3).fill(expect.objectContaining(refused)))
        expect(tookMs).toBeLessThan(5000)
        // Commands to Redis time out after one second.
        const laterMs: number[] = []
        for (let turn = 0; turn < 5; turn++) {
          const [next, nextMs] = await timed(create())
          expect(next).toMatchObject(refused)
          laterMs.push(nextMs)
        }
        expect(medianOf(laterMs)).toBeLessThan(900)
        site.release()
        // Longer than the locks of workers last. Nothing shows their end, because they are in Redis.
        await sleep(12_000)
      }
    },
    TIMEOUT_MS,
  )
})

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Returns the profile folders of a worker's browsers. */
function scratchOf(pid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`render-browser-${pid}-`))
}

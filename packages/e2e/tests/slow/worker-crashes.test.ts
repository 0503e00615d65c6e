import { describe, expect, test } from '@jest/globals'
import { sendRequest, startHeldSite, until } from '@render/testkit'
import { readdirSync } from 'node:fs'
import { isBusy } from '../../src/busy-worker.ts'
import { useFaultWorld, useTwoWorkers } from '../faults/use-fault-world.ts'

const TIMEOUT_MS = 180_000

/**
 * After each test the history is checked: one result, one artefact, one event, one unit of usage. Fails if a job is given
 * up because its worker crashed.
 */
describe('two render workers', () => {
  const world = useFaultWorld()
  const workers = useTwoWorkers(world)

  /** Each attempt renders different pixels, so that the artefact identifies its attempt. */
  const drawn = '<h1></h1><script>document.querySelector("h1").textContent = Math.random()</script>'

  async function statusOf(renderId: string): Promise<string> {
    return (await sendRequest(`${world.stack.info.baseUrl}/v1/render/${renderId}`)).body.status
  }

  test(
    'X02 one killed after the upload, before its job is completed',
    async () => {
      const { links, processes } = world.stack
      await workers[1]!.process.stop()
      const completing = links['render-worker'].redis.trap(
        (request) => request.includes('"sha256"'),
        'before',
      )
      await world.create({ html: drawn })
      await completing
      const before = artefacts()
      processes['render-worker'].kill('SIGKILL')
      await workers[1]!.process.start()
      await world.check()
      // Each attempt wrote its own file.
      expect(artefacts()).toHaveLength(before.length + 1)
    },
    TIMEOUT_MS,
  )

  test(
    'X18 one disconnected from Redis: the other renders its jobs, and its own attempt has no effect',
    async () => {
      await workers[1]!.process.stop()
      await using site = await startHeldSite(`${drawn}<img src="/held">`)
      const { renderId } = await world.create({ url: site.url })
      await site.requested
      await world.stack.links['render-worker'].redis.cut()
      await workers[1]!.process.start()
      site.release()
      await until(async () => (await statusOf(renderId!)) === 'succeeded', 60_000)
      // The disconnected worker ends its attempt without effect.
      await until(async () => !(await isBusy(workers[0]!)))
    },
    TIMEOUT_MS,
  )

  function artefacts(): string[] {
    return readdirSync(world.stack.info.directories.artefacts, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.png'))
  }
})

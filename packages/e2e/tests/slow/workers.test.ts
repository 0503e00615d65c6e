import { describe, test } from '@jest/globals'
import { sendRequest, blockLoop, descendantsOf, until } from '@render/testkit'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilOneIsBusy } from '../../src/busy-worker.ts'
import { killBelowWorker } from '../../src/below-worker.ts'
import { useFaultWorld, useTwoWorkers } from '../faults/use-fault-world.ts'

const TIMEOUT_MS = 180_000
const BLOCK_MS = 40_000
const FREEZE_MS = 60_000

/** After each test the whole history is checked, see `use-fault-world.ts`. */
describe('two render workers', () => {
  const world = useFaultWorld({
    nodeArguments: { 'render-worker': ['--import', blockLoop] },
    adjustEnvironment: (_, environment) => ({ ...environment, BLOCK_MS: String(BLOCK_MS) }),
  })
  const workers = useTwoWorkers(world)

  /** Starts a render that draws different pixels at each attempt; returns it and its worker. */
  async function begin(): Promise<{ renderId: string; pid: number }> {
    const html = '<h1></h1><script>document.querySelector("h1").textContent = Math.random()</script>'
    const { renderId } = await world.create({ html, delay: 3000 })
    const { process } = await untilOneIsBusy(workers)
    return { renderId: renderId!, pid: process.identity!.pid }
  }

  async function untilSucceeded(renderId: string): Promise<void> {
    await until(async () => {
      const { body } = await sendRequest(`${world.stack.info.baseUrl}/v1/render/${renderId}`)
      return body.status === 'succeeded'
    }, 40_000)
  }

  test(
    'X10 one frozen: the other renders its job, and its late completion is rejected',
    async () => {
      const { renderId, pid } = await begin()
      process.kill(pid, 'SIGSTOP')
      const thawing = sleep(FREEZE_MS).then(() => process.kill(pid, 'SIGCONT'))
      await untilSucceeded(renderId)
      await thawing
      // Its own attempt has ended by then.
      await sleep(5000)
    },
    TIMEOUT_MS,
  )

  test(
    'X11 one with a blocked event loop: the same',
    async () => {
      const { renderId, pid } = await begin()
      process.kill(pid, 'SIGUSR2')
      await untilSucceeded(renderId)
      await sleep(BLOCK_MS)
    },
    TIMEOUT_MS,
  )

  test(
    'X46 dead browsers are reaped',
    async () => {
      const { pid } = world.stack.processes['render-worker'].identity!
      for (let round = 0; round < 5; round++) {
        await world.create({ html: 'x' }, { isSync: true })
        killBelowWorker(world.stack, 'browsers')
        await sleep(500)
      }
      await world.create({ html: 'x' }, { isSync: true })
      await until(() => !descendantsOf(pid).some((each) => isZombie(each.pid)))
    },
    TIMEOUT_MS,
  )
})

function isZombie(pid: number): boolean {
  try {
    return /^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

// The worker as a process: killed, told to stop, and started where it must not start.
import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { descendantsOf, startOrigin, until, type Origin } from '@render/testkit'
import { startTestQueue, type TestQueue } from './test-queue.ts'
import { launchWorker, startWorkerProcess, type WorkerProcess } from './worker-process.ts'

let parts: AsyncDisposableStack
let queue: TestQueue
let origin: Origin

beforeEach(async () => {
  parts = new AsyncDisposableStack()
  queue = parts.use(await startTestQueue())
  origin = parts.use(await startOrigin())
})

afterEach(() => parts.disposeAsync())

const start = async (settings?: Record<string, string>) =>
  parts.use(await startWorkerProcess(queue, settings))

const pidsUnder = (worker: WorkerProcess) => descendantsOf(worker.pid).map(({ pid }) => pid)

/** Waits until none of these processes runs; one that is dead and not yet reaped does not. */
const gone = (pids: number[]) => until(() => !pids.some(isRunning))

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits until the page is being loaded. */
const asked = (path: string) => until(() => origin.seen.some((request) => request.path === path))

describe('a worker that is killed in a render', () => {
  test('X01 leaves no browser, and another worker makes the render alone', async () => {
    const victim = await start()
    const id = await queue.submit({ url: `${origin.url}/red`, delay: 5000 })
    await asked('/red')
    const family = pidsUnder(victim)
    expect(family.length).toBeGreaterThan(1)
    victim.kill('SIGKILL')
    await victim.exited
    await gone(family)

    const successor = await start()
    expect((await queue.succeeded(id)).attempts).toBe(2)
    expect(JSON.parse((await queue.redis.hget(`bull:renders:${id}`, 'data'))!)).toMatchObject({
      history: { lonelyDeaths: 0, workerDeaths: 1 },
    })
    await until(() => successor.log.includes('"attempts":2'))
  })
})

// Seen to fail when the browser's library handles SIGTERM itself (`launch.ts`), the second one also when a job is not
// moved back to the queue (`create-worker.ts`).
describe('a worker that is told to stop', () => {
  test('X36 ends the renders under way, takes no others, and leaves no browser', async () => {
    const worker = await start({ SLOTS: '1' })
    const first = await queue.submit({ url: `${origin.url}/red`, delay: 4000 })
    const second = await queue.submit({ url: `${origin.url}/green` })
    await asked('/red')
    const family = pidsUnder(worker)
    worker.kill('SIGTERM')
    await until(async () => (await worker.ask('ready')).includes('"taking jobs":false'))
    expect(await worker.exited).toBe(0)
    expect(await queue.finder.find(first)).toMatchObject({ status: 'succeeded' })
    expect(await queue.finder.find(second)).toEqual({ status: 'created' })
    await gone(family)
  })

  test('X36 hands back what takes too long, to a worker that finishes it', async () => {
    const worker = await start({ DRAIN_MS: '300' })
    const id = await queue.submit({ url: `${origin.url}/red`, delay: 6000 })
    await asked('/red')
    const family = pidsUnder(worker)
    worker.kill('SIGTERM')
    expect(await worker.exited).toBe(0)
    await gone(family)
    expect(await queue.finder.find(id)).toEqual({ status: 'created' })
    await start()
    const outcome = await queue.succeeded(id)
    expect(outcome.attempts).toBe(2)
    const job = JSON.parse((await queue.redis.hget(`bull:renders:${id}`, 'data'))!) as object
    expect(job).not.toHaveProperty('history')
  })
})

describe('a worker does not start', () => {
  test('on a Redis that may lose renders, unless told that this is development', async () => {
    await queue.redis.config('SET', 'appendonly', 'no')
    const refused = await launchWorker(queue)
    expect(await refused.exited).toBe(1)
    expect(refused.log).toContain('DEVELOPMENT_REDIS=1')
    await queue.submit({ html: '<p>' })
    await start({ DEVELOPMENT_REDIS: '1' })
  })

  test.each(['CHROMIUM_PATH', 'FULL_CHROMIUM_PATH', 'CHROME_PATH'])(
    'without a browser that is to be there, naming %s',
    async (variable) => {
      const refused = await launchWorker(queue, { [variable]: '/nonexistent/browser' })
      expect(await refused.exited).toBe(1)
      expect(refused.log).toContain(`${variable} is /nonexistent/browser`)
    },
  )

  test('without its secret, naming every variable that is missing', async () => {
    const refused = await launchWorker(queue, {
      WORKER_PRIVATE_KEYS: 'no JSON',
      STORAGE_PATH: '',
      SLOTS: 'many',
    })
    expect(await refused.exited).toBe(1)
    expect(refused.log).toMatch(/WORKER_PRIVATE_KEYS[\s\S]*SLOTS/)
  })
})

describe('the start of a worker', () => {
  test('prints its configuration without secrets', async () => {
    const worker = await start()
    expect(worker.log).toContain('"SLOTS":4')
    expect(worker.log).toContain('"WORKER_PRIVATE_KEYS":"(secret)"')
    expect(worker.log).not.toContain(queue.privateKeys[0]!.d)
    expect(worker.log).not.toContain(new URL(queue.url).password)
  })

  test('has pages in processes that are sandboxed, not of root, and as far behind others as configured', async () => {
    const worker = await start({ BROWSER_NICENESS: '7' })
    await queue.submit({ url: `${origin.url}/red`, delay: 3000 })
    await asked('/red')
    const renderers = descendantsOf(worker.pid).filter(({ command }) => command.includes('--type=renderer'))
    expect(renderers.length).toBeGreaterThan(0)
    for (const { pid } of renderers) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      expect(status).toMatch(/^Seccomp:\s*2$/m)
      expect(status).not.toMatch(/^Uid:\s*0\b/m)
      expect(getPriority(pid)).toBe(Math.min(19, getPriority() + 7))
    }
  })
})

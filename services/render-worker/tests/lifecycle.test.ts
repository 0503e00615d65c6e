// The worker as a process: killed, stopped by SIGTERM, and started with bad settings.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { APPEND_ON_RESPONSE, descendantsOf, startHeldSite, until } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'
import { launchWorker, startWorkerProcess, type WorkerProcess } from './worker-process.ts'

const queue = useTestQueue()

const start = async (settings?: Record<string, string>) =>
  queue.use(await startWorkerProcess(queue, settings))

/** Runs `act` while Redis may lose renders. */
async function withoutPersistence<T>(act: () => Promise<T>): Promise<T> {
  await queue.redis.config('SET', 'appendonly', 'no')
  try {
    return await act()
  } finally {
    await queue.redis.config('SET', 'appendonly', 'yes')
  }
}

/** Starts a worker on a Redis that may lose renders. */
const startOnMemory = (settings: Record<string, string>) =>
  withoutPersistence(() => start({ ...settings, DEVELOPMENT_REDIS: '1' }))

/** Submits a render that a worker cannot complete before `release`; resolves once a worker has begun it. */
async function submitHeld() {
  const site = queue.use(await startHeldSite(APPEND_ON_RESPONSE))
  const id = await queue.submit({ url: site.url, wait_for: 'u' })
  return { id, begun: site.requested, release: site.release }
}

/** Starts another worker, whose engine makes every render; returns the requests to it. */
function succeed() {
  const { worker, requests } = startStandIn(queue, async () => rendered)
  queue.use(worker)
  return requests
}

const pidsUnder = (worker: WorkerProcess) => descendantsOf(worker.pid).map(({ pid }) => pid)

/** Waits until none of these processes runs. A zombie counts as ended. */
const gone = (pids: number[]) => until(() => !pids.some(isRunning))

/** Expects the settings in the log, without secrets. */
function expectNoSecretsIn(log: string): void {
  expect(log).toContain('"SLOTS":1')
  expect(log).toContain('"WORKER_PRIVATE_KEYS":"(secret)"')
  expect(log).not.toContain(queue.privateKeys[0]!.d)
  expect(log).not.toContain(new URL(queue.url).password)
}

/** Expects that pages run in the sandbox, without privileges and with a niceness. */
function expectConfined(family: ReturnType<typeof descendantsOf>, niceness: number): void {
  const renderers = family.filter(({ command }) => command.includes('--type=renderer'))
  expect(renderers.length).toBeGreaterThan(0)
  for (const { pid } of renderers) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    expect(status).toMatch(/^Seccomp:\s*2$/m)
    expect(status).not.toMatch(/^Uid:\s*0\b/m)
    expect(getPriority(pid)).toBe(Math.min(19, getPriority() + niceness))
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a worker that is killed during a render', () => {
  test('X01 leaves no browser, and another worker retries the render solo', async () => {
    const victim = await start()
    const { id, begun, release } = await submitHeld()
    await begun
    const family = pidsUnder(victim)
    expect(family.length).toBeGreaterThan(1)
    victim.kill('SIGKILL')
    await victim.exited
    await gone(family)
    await queue.expireLock(id)
    release()

    const requests = succeed()
    expect((await queue.succeeded(id)).attempts).toBe(2)
    expect(requests.map(({ solo }) => solo)).toEqual([true])
    expect(JSON.parse((await queue.redis.hget(`bull:renders:${id}`, 'data'))!)).toMatchObject({
      history: { lonelyDeaths: 0, workerDeaths: 1 },
    })
  })
})

// Both fail when Playwright handles SIGTERM itself (`launch.ts`), the second one also when a job is not moved back to the
// queue (`worker.ts`).
describe('a worker that gets SIGTERM', () => {
  test('X36, which logs no secrets and confines pages, completes its running renders, takes no others, and leaves no browser', async () => {
    const left = mkdtempSync(join(tmpdir(), 'render-scratch-999999999-1-'))
    writeFileSync(join(left, 'video.mp4'), 'frames')
    const worker = await start({ SLOTS: '1', BROWSER_NICENESS: '7' })
    // Scratch folders of crashed workers are removed.
    expect(existsSync(left)).toBe(false)
    expectNoSecretsIn(worker.log)

    const { id: first, begun, release } = await submitHeld()
    const second = await queue.submit({ html: 'x' })
    await begun
    expectConfined(descendantsOf(worker.pid), 7)
    const family = pidsUnder(worker)
    worker.kill('SIGTERM')
    await until(async () => (await worker.ask('ready')).includes('"taking jobs":false'))
    release()
    expect(await worker.exited).toBe(0)
    expect(await queue.finder.find(first)).toMatchObject({ status: 'succeeded' })
    expect(await queue.finder.find(second)).toEqual({ status: 'created' })
    await gone(family)
  })

  test('X36 hands back a render that takes too long, and another worker completes it', async () => {
    const worker = await startOnMemory({ DRAIN_MS: '300' })
    const { id, begun, release } = await submitHeld()
    await begun
    const family = pidsUnder(worker)
    worker.kill('SIGTERM')
    expect(await worker.exited).toBe(0)
    await gone(family)
    expect(await queue.finder.find(id)).toEqual({ status: 'created' })
    release()
    succeed()
    const outcome = await queue.succeeded(id)
    expect(outcome.attempts).toBe(2)
    const job = JSON.parse((await queue.redis.hget(`bull:renders:${id}`, 'data'))!) as object
    expect(job).not.toHaveProperty('history')
  })
})

describe('a worker does not start', () => {
  // `startOnMemory` shows that it starts with DEVELOPMENT_REDIS.
  test('on a Redis that may lose renders, unless DEVELOPMENT_REDIS is set', () =>
    withoutPersistence(async () => {
      const refused = await launchWorker(queue)
      expect(await refused.exited).toBe(1)
      expect(refused.log).toContain('DEVELOPMENT_REDIS=1')
    }))

  // A unit test of `programPaths` has the other programs.
  test.each(['CHROMIUM_PATH', 'FFMPEG_PATH'])(
    'when the program of %s does not exist, and names the variable',
    async (variable) => {
      const refused = await launchWorker(queue, { [variable]: '/nonexistent/browser' })
      expect(await refused.exited).toBe(1)
      expect(refused.log).toContain(`${variable} is /nonexistent/browser`)
    },
  )

  test('with missing or wrong variables, and names each of them', async () => {
    const refused = await launchWorker(queue, {
      WORKER_PRIVATE_KEYS: 'no JSON',
      STORAGE_PATH: '',
      SLOTS: 'many',
    })
    expect(await refused.exited).toBe(1)
    expect(refused.log).toMatch(/WORKER_PRIVATE_KEYS[\s\S]*SLOTS/)
  })
})

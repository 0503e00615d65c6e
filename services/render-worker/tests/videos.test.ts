// Videos of a worker with a real browser: nothing remains of one that does not succeed.
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createCanceller, createProgressReader, videosQueue } from '@render/jobs'
import { descendantsOf, signal, until } from '@render/testkit'
import { startTestQueue, type TestQueue } from './test-queue.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

let queue: TestQueue
let worker: WorkerProcess

beforeAll(async () => {
  queue = await startTestQueue()
  worker = queue.use(await startWorkerProcess(queue))
})
afterAll(() => queue[Symbol.asyncDispose]())

/** Submits a video that takes longer than any of these tests. */
const submitLong = () =>
  queue.submit(
    { html: 'x', format: 'mp4', width: 160, height: 120, video_fps: 30, video_time: 60_000 },
    {},
    videosQueue(),
  )

const below = (word: string) =>
  descendantsOf(worker.pid).flatMap(({ pid, command }) => (command.includes(word) ? pid : []))
const encoders = () => below('image2pipe')
const renderers = () => below('--type=renderer')

/** Returns the encoders, the temporary folders of which no browser runs, and what is in the artefact store. */
function leftovers(): unknown[] {
  const commands = descendantsOf(worker.pid).map(({ command }) => command)
  const folders = readdirSync(tmpdir()).filter((name) => name.includes(`-${worker.pid}-`))
  return [
    ...encoders(),
    ...folders.filter((name) => !commands.some((command) => command.includes(name))),
    ...readdirSync(queue.artefacts, { recursive: true }),
  ]
}

/** The time in which a cancelled video ends. */
const WITHIN_MS = 2000
/** How often the test may look at processes and folders in addition, until it sees that nothing is left. */
const LOOKS = 4

test('a video that is cancelled while it is recorded ends within two seconds and leaves nothing', async () => {
  await using canceller = createCanceller(queue.redis)
  const id = await submitLong()
  await until(async () => {
    const entries = await createProgressReader(queue.redis).read(id, '0')
    return entries.some(({ progress }) => progress.event === 'frames')
  })
  expect(encoders()).not.toEqual([])
  const pages = renderers()
  const isGone = () => leftovers().length === 0 && !pages.every((pid) => renderers().includes(pid))
  const lookedAt = performance.now()
  expect(isGone()).toBe(false)
  const [beganAt, began] = [performance.now(), Date.now()]
  const lookMs = beganAt - lookedAt
  await canceller.cancel(id)
  const ended = await queue.ended(id)
  expect(ended).toMatchObject({ error: { code: 'RenderCancelledError' }, attempts: 1 })
  expect((ended as { endedAt: number }).endedAt - began).toBeLessThan(WITHIN_MS)
  await until(isGone)
  expect(performance.now() - beganAt).toBeLessThan(WITHIN_MS + LOOKS * lookMs)
})

test('a video whose page crashes at each attempt fails and leaves nothing', async () => {
  const id = await submitLong()
  const killing = setInterval(() => {
    if (encoders().length > 0) for (const pid of renderers()) signal(pid, 'SIGKILL')
  }, 100)
  const ended = await queue.ended(id).finally(() => clearInterval(killing))
  expect(ended).toMatchObject({ error: { code: 'EngineResponseNotOkError' }, attempts: 3 })
  await until(() => leftovers().length === 0)
})

// Tests the order of service only; the benchmark measures waiting times.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { isNightly } from '@render/testkit'
import { Worker, type Job } from 'bullmq'
import { DelayedError, delayJob } from '../src/index.ts'
import { createFairQueueing } from '../src/admission/fair-queueing.ts'
import { newSubmission, outcome, startTestQueues, type TestQueues } from './test-queues.ts'

const TOKEN = 'a worker'
/** Simultaneous requests of a gateway. */
const AT_ONCE = 50
const MAX_PRIORITY = 2 ** 21 - 1

let queues: TestQueues
let times = 0
/** The queue of one test. */
let queue: string
let taker: Worker

beforeAll(async () => {
  queues = await startTestQueues()
})

afterAll(() => queues[Symbol.asyncDispose]())

beforeEach(() => {
  queue = `fair-${++times}`
  // Without a processor, so that the test takes jobs one by one.
  taker = new Worker(`renders-${queue}`, null, { connection: queues.blocking, skipStalledCheck: true })
})

afterEach(() => taker.close())

const submit = (projectId: string) => queues.submit({ projectId, queue })

async function submitMany(projectId: string, count: number): Promise<string[]> {
  const ids = [await submit(projectId)]
  while (ids.length < count) {
    const together = Array.from({ length: Math.min(AT_ONCE, count - ids.length) }, () => submit(projectId))
    ids.push(...(await Promise.all(together)))
  }
  return ids
}

/** Takes the next render, as a worker does. */
function take(): Promise<Job> {
  return taker.getNextJob(TOKEN, { block: false })
}

/** Completes the next renders and returns their projects in the order of service. */
async function serve(count: number): Promise<string> {
  const served: string[] = []
  while (served.length < count) {
    const job = await take()
    await job.moveToCompleted(outcome, TOKEN, false)
    served.push(job.data.projectId)
  }
  return served.join(' ')
}

const priorityOf = async (id: string) =>
  Number(await queues.redis.hget(`bull:renders-${queue}:${id}`, 'priority'))

describe('renders of several projects', () => {
  // Fails when renders are added without a priority, or with the project's last priority alone.
  test('those of one project do not delay the first of another', async () => {
    await submitMany('noisy', isNightly ? 10_000 : 300)
    await submit('quiet')
    expect(await serve(3)).toContain('quiet')
  }, 120_000)

  test('are served in turn while all projects have some', async () => {
    await submitMany('a', 4)
    await submitMany('b', 3)
    await submitMany('c', 2)
    const order = (await serve(9)).split(' ')
    expect(order.slice(0, 1)).toEqual(['a'])
    expect(new Set(order.slice(1, 4))).toEqual(new Set(['a', 'b', 'c']))
    expect(new Set(order.slice(4, 7))).toEqual(new Set(['a', 'b', 'c']))
    expect(order.slice(7).toSorted()).toEqual(['a', 'b'])
  })

  test('are served in turn with renders that were added together, in their order', async () => {
    const together = Array.from({ length: 3 }, () => newSubmission({ projectId: 'a', queue }))
    await queues.submitAll(together)
    await submitMany('b', 3)
    const taken: Job[] = []
    while (taken.length < 6) taken.push(await take())
    expect(taken.map(({ data }) => data.projectId).join('')).toMatch(/^a(ab|ba)(ab|ba)b$/)
    const own = taken.filter(({ data }) => data.projectId === 'a').map(({ id }) => id)
    expect(own).toEqual(together.map(({ id }) => id))
  })

  test('keep the order within each project', async () => {
    const [a, b] = [await submitMany('a', 5), [await submit('b')]]
    a.push(await submit('a'))
    b.push(await submit('b'))
    const taken: string[] = []
    while (taken.length < 8) taken.push((await take()).id!)
    expect(taken.filter((id) => a.includes(id))).toEqual(a)
    expect(taken.filter((id) => b.includes(id))).toEqual(b)
  })

  // Fails when the virtual time is left out: the newcomer is served ten times in a row.
  test('gain no advantage from a time without renders', async () => {
    await submitMany('a', 20)
    await serve(10)
    await submitMany('b', 10)
    expect((await serve(11)).match(/a/g)).toHaveLength(6)
  })

  // Fails when the last priorities are kept: the next render of `a` is after all of `b`.
  test('start with priority 1 again when nothing waits', async () => {
    await submitMany('a', 30)
    await serve(30)
    expect(await priorityOf(await submit('a'))).toBe(1)
    expect(await priorityOf(await submit('b'))).toBe(2)
    expect(await serve(2)).toBe('a b')
  })

  // Fails when the last priorities of all projects stay for as long as something waits.
  test('leave no last priority for good in a queue that is never empty', async () => {
    const queueing = createFairQueueing(queues.redis)
    const assignEach = (name: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          queueing.assignPriorities(`renders-${queue}`, `${name}-${at}`, 1),
        ),
      )
    await submitMany('a', 3)
    await assignEach('early', 100)
    await serve(2)
    await assignEach('late', 155)
    const kept = await queues.redis.hkeys(`render-turns:renders-${queue}`)
    expect(kept.filter((project) => !project.startsWith('late'))).toEqual([])
    expect(kept).toHaveLength(155)
    expect(await priorityOf(await submit('a'))).toBe(4)
    expect(await priorityOf(await submit('late-0'))).toBe(5)
  })

  // Fails when priorities only grow: the first of `b` is the last then.
  test('are served in turn when the priorities of a queue that is never empty reach the largest', async () => {
    await submit('a')
    await queues.redis.hset(`render-turns:renders-${queue}`, 'a', MAX_PRIORITY - 5)
    const own = await submitMany('a', 3)
    expect(await serve(1)).toBe('a')
    own.push(...(await submitMany('a', 10)))
    expect(await priorityOf(own.at(-1)!)).toBeLessThan(20)
    // A render that had its priority before and is queued now.
    const late = newSubmission({ projectId: 'c', queue })
    await queues.submitAll([late])
    const score = String((MAX_PRIORITY - 3) * 2 ** 32)
    await queues.redis.zadd(`bull:renders-${queue}:prioritized`, score, late.id)
    await submit('b')
    const taken: Job[] = []
    while (taken.length < 15) taken.push(await take())
    const order = taken.map(({ data }) => data.projectId).join('')
    expect(order.indexOf('b')).toBeLessThan(4)
    expect(order.indexOf('c')).toBeLessThan(6)
    expect(taken.filter(({ data }) => data.projectId === 'a').map(({ id }) => id)).toEqual(own)
  })

  test('are served in the order of arrival at the largest priority', async () => {
    const first = await submit('a')
    await queues.redis.hset(`render-turns:renders-${queue}`, 'a', MAX_PRIORITY - 1)
    const others = await submitMany('a', 4)
    expect(await Promise.all(others.map(priorityOf))).toEqual(others.map(() => MAX_PRIORITY))
    await submit('b')
    const taken: Job[] = []
    while (taken.length < 6) taken.push(await take())
    expect(taken.map(({ data }) => data.projectId).join('')).toBe('abaaaa')
    expect(taken.filter(({ data }) => data.projectId === 'a').map(({ id }) => id)).toEqual([first, ...others])
  })
})

describe('a render that was started and delayed', () => {
  // Fails when it keeps its priority: priorities have started again by then.
  test('is served next once it is due, whatever the priorities of the others', async () => {
    await submitMany('a', 20)
    await serve(19)
    const late = await take()
    await submit('b')
    await expect(delayJob(late, TOKEN, 1)).rejects.toThrow(DelayedError)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await take()).id).toBe(late.id)
    expect((await take()).data.projectId).toBe('b')
  })
})

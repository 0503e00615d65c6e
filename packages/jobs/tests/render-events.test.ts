import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import {
  createRenderEvents,
  createWorker,
  UnrecoverableError,
  writeFailure,
  type RenderEvents,
} from '../src/index.ts'
import { newSubmission, outcome, startTestQueues, type TestQueues } from './test-queues.ts'

const never = new AbortController().signal
/** Makes the safety net useless, so that only an event can end the wait. */
const blind = async () => undefined

let queues: TestQueues
let events: RenderEvents

beforeEach(async () => {
  queues = await startTestQueues()
  events = await createRenderEvents(queues.patient)
})

afterEach(async () => {
  await events[Symbol.asyncDispose]()
  await queues[Symbol.asyncDispose]()
})

describe('waiting for a render', () => {
  test('ends with its outcome, for everybody who waits', async () => {
    const { id } = newSubmission()
    const waits = [events.waitFor(id, blind, never), events.waitFor(id, blind, never)]
    await queues.submit({ id })
    queues.work('renders', async () => outcome)
    const succeeded = { status: 'succeeded', outcome }
    expect(await Promise.all(waits)).toEqual([succeeded, succeeded])
  })

  test('ends with its failure', async () => {
    const { id } = newSubmission()
    const wait = events.waitFor(id, blind, never)
    await queues.submit({ id })
    queues.work('renders', async () => {
      throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
    })
    expect(await wait).toMatchObject({ status: 'failed', error: { code: 'NavigationError' } })
  })

  test('of a named queue ends too', async () => {
    await using named = await createRenderEvents(queues.patient, ['batch'])
    const { id } = newSubmission()
    const wait = named.waitFor(id, blind, never)
    await queues.submit({ id, queue: 'batch' })
    await using _ = createWorker('renders', queues.patient, async () => outcome, {
      concurrency: 1,
      queue: 'batch',
    })
    expect(await wait).toEqual({ status: 'succeeded', outcome })
  })

  test('is not ended by another render', async () => {
    const leave = new AbortController()
    const wait = events.waitFor(newSubmission().id, blind, leave.signal)
    const { id } = newSubmission()
    const other = events.waitFor(id, blind, never)
    await queues.submit({ id })
    queues.work('renders', async () => outcome)
    await other
    leave.abort()
    expect(await wait).toBeUndefined()
  })

  test('ends with nothing when the waiter leaves', async () => {
    expect(await events.waitFor('some-id', blind, AbortSignal.abort())).toBeUndefined()
  })

  test('finds by itself what no event told of', async () => {
    const finished = { status: 'succeeded' as const, outcome }
    expect(await events.waitFor('some-id', async () => finished, never)).toEqual(finished)
  })
})

import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import {
  createRenderEvents,
  createWorker,
  UnrecoverableError,
  writeFailure,
  type RenderEvents,
} from '../src/index.ts'
import { fakeOnly } from './fake-only.ts'
import { newSubmission, outcome, useTestQueues } from './test-queues.ts'

const never = new AbortController().signal
/** Disables the safety poll, so that only an event can end the wait. */
const blind = async () => undefined

const queues = useTestQueues()
let events: RenderEvents

beforeEach(async () => {
  events = queues.use(await createRenderEvents(queues.blocking))
})

describe('waiting for a render', () => {
  test('ends with its outcome in every waiting call', async () => {
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

  test('ends for a render of a named queue', async () => {
    await using named = await createRenderEvents(queues.blocking, ['batch'])
    const { id } = newSubmission()
    const wait = named.waitFor(id, blind, never)
    await queues.submit({ id, queue: 'batch' })
    await using _ = createWorker('renders', queues.blocking, async () => outcome, {
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

  test('returns undefined when the signal aborts', async () => {
    expect(await events.waitFor('some-id', blind, AbortSignal.abort())).toBeUndefined()
  })

  test('finds the end that no event reported', async () => {
    using _polls = fakeOnly('intervals')
    const finished = { status: 'succeeded' as const, outcome }
    const wait = events.waitFor('some-id', async () => finished, never)
    jest.advanceTimersByTime(5000)
    expect(await wait).toEqual(finished)
  })
})

import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import {
  createRenderEnds,
  createWorker,
  UnrecoverableError,
  writeFailure,
  type RenderEnds,
} from '../src/index.ts'
import { fakeOnly } from './fake-only.ts'
import { newSubmission, outcome, useTestQueues } from './test-queues.ts'

const never = new AbortController().signal
/** Disables the safety poll, so that only an event can end the wait. */
const blind = async () => undefined

const queues = useTestQueues()
let renderEnds: RenderEnds

beforeEach(async () => {
  renderEnds = queues.use(await createRenderEnds(queues.blocking))
})

describe('waiting for a render', () => {
  test('ends with its outcome in every waiting call', async () => {
    const { id } = newSubmission()
    const waits = [renderEnds.waitFor(id, blind, never), renderEnds.waitFor(id, blind, never)]
    await queues.submit({ id })
    queues.work('renders', async () => outcome)
    const succeeded = { status: 'succeeded', outcome }
    expect(await Promise.all(waits)).toEqual([succeeded, succeeded])
  })

  test('ends with its failure', async () => {
    const { id } = newSubmission()
    const wait = renderEnds.waitFor(id, blind, never)
    await queues.submit({ id })
    queues.work('renders', async () => {
      throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
    })
    expect(await wait).toMatchObject({ status: 'failed', error: { code: 'NavigationError' } })
  })

  test('ends for a render of a named queue', async () => {
    await using named = await createRenderEnds(queues.blocking, ['batch'])
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
    const wait = renderEnds.waitFor(newSubmission().id, blind, leave.signal)
    const { id } = newSubmission()
    const other = renderEnds.waitFor(id, blind, never)
    await queues.submit({ id })
    queues.work('renders', async () => outcome)
    await other
    leave.abort()
    expect(await wait).toBeUndefined()
  })

  test('returns undefined when the signal aborts', async () => {
    expect(await renderEnds.waitFor('some-id', blind, AbortSignal.abort())).toBeUndefined()
  })

  test('finds the end that no event reported', async () => {
    using _polls = fakeOnly('intervals')
    const finished = { status: 'succeeded' as const, outcome }
    const wait = renderEnds.waitFor('some-id', async () => finished, never)
    jest.advanceTimersByTime(5000)
    expect(await wait).toEqual(finished)
  })
})

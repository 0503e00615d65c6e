import { beforeEach, describe, expect, test } from '@jest/globals'
import { DelayedError, UnrecoverableError, type JobOf } from '@render/jobs'
import { Counter, Registry } from 'prom-client'
import { writeWithRetries } from './write-with-retries.ts'

const mismatch = Object.assign(new Error('column "x" does not exist'), {
  meta: { driverAdapterError: { cause: { kind: 'postgres', originalCode: '42703' } } },
})

let alerts: unknown[]
let lost: Counter

beforeEach(() => {
  alerts = []
  lost = new Counter({ name: 'lost', help: 'lost', registers: [new Registry()] })
})

/** Runs one start of a job whose write failures. */
function start(job: { attemptsStarted: number; attemptsMade: number }, error: Error, answers = [true]) {
  const logger = { warn() {}, error: ({ alert }: { alert: unknown }) => void alerts.push(alert) } as never
  const database = { isUp: async () => answers.shift() ?? true }
  const fake = { ...job, priority: 0, moveToDelayed: async () => {} } as unknown as JobOf<'records'>
  const writing = {
    job: fake,
    token: '',
    signal: new AbortController().signal,
    ids: {},
    what: 'record',
    lost,
  } as const
  return writeWithRetries({ database, logger }, writing, () => Promise.reject(error))
}

describe('a row that does not fit the schema', () => {
  test('waits as for a deployment, with an alert', async () => {
    await expect(start({ attemptsStarted: 360, attemptsMade: 0 }, mismatch)).rejects.toThrow(DelayedError)
    expect(alerts).toEqual(['schema-mismatch'])
  })

  test('is refused after about an hour, and given up after five attempts', async () => {
    await expect(start({ attemptsStarted: 361, attemptsMade: 0 }, mismatch)).rejects.toThrow(mismatch)
    await expect(start({ attemptsStarted: 365, attemptsMade: 4 }, mismatch)).rejects.toThrow(
      UnrecoverableError,
    )
    expect(alerts).toEqual(['schema-mismatch', 'schema-mismatch', 'record-lost'])
    expect((await lost.get()).values[0]?.value).toBe(1)
  })
})

describe('a row that is not written for no known reason', () => {
  const unexplained = new Error('something')

  test('waits, with an alert after a minute', async () => {
    await expect(start({ attemptsStarted: 10, attemptsMade: 0 }, unexplained)).rejects.toThrow(DelayedError)
    expect(alerts).toEqual([])
    await expect(start({ attemptsStarted: 11, attemptsMade: 0 }, unexplained)).rejects.toThrow(DelayedError)
    expect(alerts).toEqual(['record-waits'])
  })

  test('is refused after about an hour, and given up after five attempts', async () => {
    await expect(start({ attemptsStarted: 361, attemptsMade: 0 }, unexplained)).rejects.toThrow(unexplained)
    await expect(start({ attemptsStarted: 365, attemptsMade: 4 }, unexplained)).rejects.toThrow(
      UnrecoverableError,
    )
    expect(alerts).toEqual(['record-waits', 'record-waits', 'record-lost'])
  })

  test('waits without limit and alert while the database does not answer', async () => {
    const waiting = start({ attemptsStarted: 1000, attemptsMade: 0 }, unexplained, [false])
    await expect(waiting).rejects.toThrow(DelayedError)
    expect(alerts).toEqual([])
  })
})

import { expect, jest, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { writeFailure } from '../finished.ts'
import { logFailure } from './log-failure.ts'

type Warn = (details: object, message: string) => void

function logged(message: string): object | undefined {
  const warn = jest.fn<Warn>()
  logFailure(
    { warn },
    { queueName: 'sweeps', id: 'before-2026-01-02', attemptsMade: 1, finishedOn: 1 },
    new Error(message),
  )
  return warn.mock.calls[0]?.[0]
}

test('logs a job that failed for good with its queue, its id and its error', () => {
  expect(logged('EACCES: permission denied')).toEqual({
    queue: 'sweeps',
    jobId: 'before-2026-01-02',
    attempts: 1,
    error: 'EACCES: permission denied',
  })
})

test('logs neither addresses nor keys', () => {
  const lines = JSON.stringify(
    logged(
      'redis://:sesame@host:6379/0 and "https://a.test/?token=sesame" refused sk_sesame, data:text/html,sesame',
    ),
  )
  expect(lines).not.toContain('sesame')
  expect(lines).toContain('refused')
})

test('logs neither attempts that will be repeated nor failures written for the caller', () => {
  const warn = jest.fn<Warn>()
  const job = { queueName: 'records', id: 'id', attemptsMade: 1, finishedOn: undefined }
  logFailure({ warn }, job, new Error('away'))
  expect(warn).not.toHaveBeenCalled()
  expect(logged(writeFailure(new RenderError('NavigationError')))).toBeUndefined()
})

import { expect, jest, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { writeFailure } from './finished.ts'
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

test('a job that failed for good is told with its queue, its id and its error', () => {
  expect(logged('EACCES: permission denied')).toEqual({
    queue: 'sweeps',
    jobId: 'before-2026-01-02',
    attempts: 1,
    error: 'EACCES: permission denied',
  })
})

test('neither an address nor a key is told', () => {
  const told = JSON.stringify(
    logged(
      'redis://:sesame@host:6379/0 and "https://a.test/?token=sesame" refused sk_sesame, data:text/html,sesame',
    ),
  )
  expect(told).not.toContain('sesame')
  expect(told).toContain('refused')
})

test('nothing is told of attempts that are made again, nor of what the caller is told', () => {
  const warn = jest.fn<Warn>()
  const job = { queueName: 'records', id: 'id', attemptsMade: 1, finishedOn: undefined }
  logFailure({ warn }, job, new Error('away'))
  expect(warn).not.toHaveBeenCalled()
  expect(logged(writeFailure(new RenderError('NavigationError')))).toBeUndefined()
})

// Tests that outcomes stored by workers of the image-only version are recorded, and that its records can be read.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createWorker, recordedOf } from '@render/jobs'
import type { Finished } from '@render/outputs'
import { readConfig } from '@render/runtime'
import { imageOnlyVersion, restoreQueues, until, type StoredRow } from '@render/testkit'
import { environment } from '../src/config.ts'
import { createContext, type ManagementContext } from '../src/context.ts'
import { findRecord } from '../src/renders/records.ts'
import { createRecordRender } from '../src/renders/record-render.ts'
import { startBacking, type Backing } from './start-backing.ts'

const { rendered, recorded } = imageOnlyVersion
const rowOf = (id: string) => recorded.rows.find((row) => row.id === id)!

let backing: Backing
let context: ManagementContext
let parts: AsyncDisposableStack

beforeAll(async () => {
  backing = await startBacking()
})

afterAll(() => backing[Symbol.asyncDispose]())

beforeEach(async () => {
  parts = new AsyncDisposableStack()
  context = parts.use(await createContext(readConfig(environment, backing.environment)))
})

afterEach(() => parts.disposeAsync())

/** Selects a row as JSON, in the form that the fixture has. */
async function storedRow(id: string): Promise<StoredRow> {
  const [row] = await backing.query<StoredRow>('select * from renders where id = $1', [id])
  return JSON.parse(JSON.stringify(row)) as StoredRow
}

test('records renders of the image-only version as that version did, and passes them on to the webhook', async () => {
  await restoreQueues(context.blockingRedis, rendered)
  const announced = new Map<string, Finished | undefined>()
  const settings = { concurrency: 2, drainMs: 1000 }
  parts.use(createWorker('records', context.blockingRedis, createRecordRender(context), settings))
  parts.use(
    createWorker(
      'webhooks',
      context.blockingRedis,
      async (job) => {
        announced.set(job.id!, await recordedOf(job))
        return { status: 200 }
      },
      settings,
    ),
  )
  await until(() => announced.size === 2)

  const succeeded = rowOf(rendered.succeeded)
  expect(await storedRow(rendered.succeeded)).toEqual(succeeded)
  expect(announced.get(rendered.succeeded)).toEqual({ status: 'succeeded', outcome: succeeded.outcome })
  // A failed render ends when it is recorded.
  expect(await storedRow(rendered.failed)).toEqual({
    ...rowOf(rendered.failed),
    ended_at: expect.any(String),
  })
  expect(announced.get(rendered.failed)).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: rowOf(rendered.failed).error,
  })
})

describe('a record of the image-only version', () => {
  beforeEach(async () => {
    await backing.query('truncate renders')
    for (const row of recorded.rows)
      await backing.query('insert into renders select * from json_populate_record(null::renders, $1)', [
        JSON.stringify(row),
      ])
  })

  test.each([
    ['succeeded', recorded.succeeded],
    ['failed', recorded.failed],
  ])('that %s is returned as it was stored', async (status, id) => {
    const { outcome, error, options, attempts } = rowOf(id)
    expect(await findRecord(context.database, id)).toMatchObject({
      renderId: id,
      status,
      outcome,
      error,
      options,
      attempts,
    })
  })
})

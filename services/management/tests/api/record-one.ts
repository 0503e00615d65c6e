import type { Owner } from '@render/jobs'
import { randomUUIDv7 } from 'node:crypto'
import { createWriteRecord, type NewRecord } from '../../src/renders/write-record.ts'
import { outcome } from '../render-flow.ts'
import type { Api } from './use-api.ts'

const DAY_MS = 24 * 3_600_000

interface Recorded {
  owner?: Owner
  daysAgo?: number
  requestId?: string
  batch?: NewRecord['batch']
  options?: NewRecord['options']
  finished?: NewRecord['finished']
}

/** Records a render and returns its id. */
export async function recordOne(
  { context, backing }: Api,
  {
    owner = backing.owner,
    daysAgo = 0,
    requestId = 'r',
    batch,
    options = { format: 'png' },
    finished = { status: 'succeeded', outcome },
  }: Recorded = {},
): Promise<string> {
  const id = randomUUIDv7()
  await createWriteRecord(context.database)({
    ...owner,
    id,
    requestId,
    batch,
    options,
    createdAt: Date.now() - daysAgo * DAY_MS,
    finished,
  })
  return id
}

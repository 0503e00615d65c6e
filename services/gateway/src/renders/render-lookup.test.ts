import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import type { RenderFinder } from '@render/jobs'
import type { RenderRecord } from '@render/management-client'
import { createLookupLimit } from '../intake/lookup-limit.ts'
import { createRenderLookup as createFullLookup } from './render-lookup.ts'

type Full = Parameters<typeof createFullLookup>

const NO_GUARDS: Full[3] = { unknownIdLimit: { run: (_client, find) => find() }, isPossible: () => true }

/** Creates a lookup whose queue finds several renders one by one. */
function createRenderLookup(
  queue: Pick<RenderFinder, 'find' | 'recordJobOf'>,
  management: Full[1],
  batches: Full[2],
  guards = NO_GUARDS,
) {
  const findAll: Full[0]['findAll'] = (ids) =>
    Promise.all(
      ids.map(async (id) => {
        const [state, recordJob] = [await queue.find(id), await queue.recordJobOf(id)]
        return state && recordJob && { state, recordJob }
      }),
    )
  return createFullLookup({ ...queue, findAll }, management, batches, guards)
}

const record: RenderRecord = {
  renderId: 'r',
  projectId: 'project_1',
  organisationId: 'org_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  status: 'succeeded',
  attempts: 1,
  error: null,
  outcome: { renderTimeMs: 1 } as RenderRecord['outcome'],
  options: { tag: ['a'] },
}
const request = { projectId: 'project_1', options: { tag: ['a'] } }
const error = { code: 'NavigationError', message: 'm' } as const
const nowhere = { find: async () => undefined, recordJobOf: async () => undefined }
const noRecords = {
  record: async () => undefined,
  batch: async () => undefined,
  markDeleted: async () => undefined,
}
const noBatches = { find: async () => undefined }
const away = () => Promise.reject(new Error('connection lost'))
const isAway = () => Promise.reject(new RenderError('ServiceUnavailable'))
const managementAway = { record: isAway, batch: isAway, markDeleted: isAway }

describe('lookup of a render', () => {
  test('finds it in the queue without calling management', async () => {
    const queue = {
      find: async () => ({ status: 'created' }) as const,
      recordJobOf: async () => ({ ...request, organisationId: 'org_1', requestId: 'q', createdAt: 1 }),
    }
    const renderLookup = createRenderLookup(queue, managementAway, noBatches)
    expect(await renderLookup.find('r')).toEqual({ renderId: 'r', ...request, state: { status: 'created' } })
  })

  test('returns the name of its queue', async () => {
    const queue = {
      find: async () => ({ status: 'created' }) as const,
      recordJobOf: async () => ({
        ...request,
        queue: 'batch',
        organisationId: 'org_1',
        requestId: 'q',
        createdAt: 1,
      }),
    }
    expect(await createRenderLookup(queue, managementAway, noBatches).find('r')).toMatchObject({
      queue: 'batch',
    })
  })

  test('finds the record once it is committed, although the job still exists', async () => {
    const queue = { ...nowhere, find: async () => ({ status: 'created' }) as const }
    const renderLookup = createRenderLookup(queue, { ...noRecords, record: async () => record }, noBatches)
    expect(await renderLookup.isRecorded('r')).toBe(true)
    expect((await renderLookup.find('r'))?.state.status).toBe('succeeded')
  })

  test('finds the record when the job is gone', async () => {
    const renderLookup = createRenderLookup(nowhere, { ...noRecords, record: async () => record }, noBatches)
    const state = { status: 'succeeded', outcome: record.outcome }
    expect(await renderLookup.find('r')).toEqual({ renderId: 'r', ...request, state })
  })

  test('returns the error and the number of attempts of a failed record', async () => {
    const failed: RenderRecord = { ...record, status: 'failed', attempts: 2, outcome: null, error }
    const renderLookup = createRenderLookup(nowhere, { ...noRecords, record: async () => failed }, noBatches)
    const end = { status: 'failed', error, endedAt: Date.parse(failed.endedAt) }
    expect((await renderLookup.find('r'))?.state).toEqual({ ...end, attempts: 2 })
    failed.attempts = null
    expect((await renderLookup.find('r'))?.state).toEqual(end)
  })

  test('marks its files as deleted and returns the changed record', async () => {
    const outcome = { ...record.outcome!, deleted: true as const }
    const renderLookup = createRenderLookup(
      nowhere,
      { ...noRecords, markDeleted: async () => ({ ...record, outcome }) },
      noBatches,
    )
    expect(await renderLookup.isRecorded('r')).toBe(true)
    expect(await renderLookup.markDeleted('r')).toEqual({ status: 'succeeded', outcome })
  })

  test('returns undefined for an unknown id', async () => {
    const renderLookup = createRenderLookup(nowhere, noRecords, noBatches)
    expect(await renderLookup.find('r')).toBeUndefined()
  })

  test.each([
    ['the queue', { find: away, recordJobOf: away }, noRecords],
    ['management', nowhere, managementAway],
  ])('fails with 503 while %s is unavailable', async (_what, queue, management) => {
    const renderLookup = createRenderLookup(queue, management, noBatches)
    await expect(renderLookup.find('r')).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  })

  // Fails when every id is asked for.
  test('asks nobody about ids that cannot be or were unknown a moment ago, and limits the others', async () => {
    const asked: string[] = []
    const note = async (id: string) => void asked.push(id)
    const guards = {
      unknownIdLimit: createLookupLimit(2, () => 0),
      isPossible: (id: string) => id !== 'impossible',
    }
    const renderLookup = createRenderLookup(
      nowhere,
      { ...noRecords, record: note, batch: note },
      noBatches,
      guards,
    )
    for (const id of ['impossible', 'a', 'a', 'impossible']) {
      expect(await renderLookup.find(id, 'client')).toBeUndefined()
      expect(await renderLookup.batch(id, 'client')).toBeUndefined()
    }
    expect(asked).toEqual(['a'])
    expect(await renderLookup.batch('b', 'client')).toBeUndefined()
    await expect(renderLookup.find('c', 'client')).rejects.toMatchObject({ code: 'RateLimitExceededError' })
    expect(await renderLookup.find('c', 'another')).toBeUndefined()
    expect(await renderLookup.find('d')).toBeUndefined()
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
  })

  describe('of a batch', () => {
    const batch = { id: 'b', projectId: 'project_1', renderIds: ['queued', 'recorded'], createdAt: 1 }
    const stored = { find: async () => batch }
    const queued = { ...request, organisationId: 'org_1', requestId: 'q', createdAt: 1 }
    const queue = {
      find: async (id: string) => (id === 'queued' ? ({ status: 'created' } as const) : undefined),
      recordJobOf: async (id: string) => (id === 'queued' ? queued : undefined),
    }
    const recordOf = (renderId: string) => ({ ...record, renderId })
    const management = {
      ...noRecords,
      batch: async () => ({
        batchId: 'b',
        projectId: 'project_1',
        createdAt: '',
        renders: [recordOf('recorded')],
      }),
    }
    const inQueue = { renderId: 'queued', ...request, state: { status: 'created' } }
    const inRecord = {
      renderId: 'recorded',
      ...request,
      state: { status: 'succeeded', outcome: record.outcome },
    }

    test('finds each render in the queue or in its record', async () => {
      const found = await createRenderLookup(queue, management, stored).batch('b')
      expect(found).toEqual({ projectId: 'project_1', renders: [inQueue, inRecord] })
    })

    test('does not call management while all renders are in the queue', async () => {
      const all = {
        find: queue.find.bind(undefined, 'queued'),
        recordJobOf: queue.recordJobOf.bind(undefined, 'queued'),
      }
      const found = await createRenderLookup(all, managementAway, stored).batch('b')
      expect(found?.renders.map(({ state }) => state.status)).toEqual(['created', 'created'])
    })

    test('finds a finished batch by its records alone', async () => {
      const found = await createRenderLookup(nowhere, management, noBatches).batch('b')
      expect(found).toEqual({ projectId: 'project_1', renders: [inRecord] })
    })

    test('returns undefined for an unknown batch, also when none of its renders was queued', async () => {
      expect(await createRenderLookup(nowhere, noRecords, noBatches).batch('b')).toBeUndefined()
      expect(await createRenderLookup(nowhere, noRecords, stored).batch('b')).toBeUndefined()
    })

    test('fails with 503 while management is unavailable', async () => {
      const finding = createRenderLookup(queue, managementAway, stored).batch('b')
      await expect(finding).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    })
  })
})

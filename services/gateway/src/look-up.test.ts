import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import type { RenderRecord } from '@render/directory'
import { createLookUp } from './look-up.ts'

const record: RenderRecord = {
  renderId: 'r',
  projectId: 'project_1',
  organisationId: 'org_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  status: 'succeeded',
  attempts: 1,
  error: null,
  outcome: { renderTimeMs: 1 },
  options: { tag: ['a'] },
}
const request = { projectId: 'project_1', options: { tag: ['a'] } }
const error = { code: 'NavigationError', message: 'm' } as const
const nowhere = { find: async () => undefined, requestOf: async () => undefined }
const noRecords = {
  record: async () => undefined,
  batch: async () => undefined,
  noteDeleted: async () => undefined,
}
const noBatches = { find: async () => undefined }
const away = () => Promise.reject(new Error('connection lost'))
const isAway = () => Promise.reject(new RenderError('ServiceUnavailable'))
const managementAway = { record: isAway, batch: isAway, noteDeleted: isAway }

describe('a render is looked up', () => {
  test('in the queue first, and management is not asked', async () => {
    const queue = {
      find: async () => ({ status: 'created' }) as const,
      requestOf: async () => ({ ...request, organisationId: 'org_1', requestId: 'q', createdAt: 1 }),
    }
    const lookUp = createLookUp(queue, managementAway, noBatches)
    expect(await lookUp.find('r')).toEqual({ renderId: 'r', ...request, state: { status: 'created' } })
  })

  test('with the queue of workers that it is in', async () => {
    const queue = {
      find: async () => ({ status: 'created' }) as const,
      requestOf: async () => ({
        ...request,
        queue: 'batch',
        organisationId: 'org_1',
        requestId: 'q',
        createdAt: 1,
      }),
    }
    expect(await createLookUp(queue, managementAway, noBatches).find('r')).toMatchObject({ queue: 'batch' })
  })

  test('in its record as soon as that is committed, although its own job is still there', async () => {
    const queue = { ...nowhere, find: async () => ({ status: 'created' }) as const }
    const lookUp = createLookUp(queue, { ...noRecords, record: async () => record }, noBatches)
    expect(await lookUp.isSettled('r')).toBe(true)
    expect((await lookUp.find('r'))?.state.status).toBe('succeeded')
  })

  test('in its record after that', async () => {
    const lookUp = createLookUp(nowhere, { ...noRecords, record: async () => record }, noBatches)
    const state = { status: 'succeeded', outcome: record.outcome }
    expect(await lookUp.find('r')).toEqual({ renderId: 'r', ...request, state })
  })

  test('a failed record keeps its words, and how often it was tried', async () => {
    const failed: RenderRecord = { ...record, status: 'failed', attempts: 2, outcome: null, error }
    const lookUp = createLookUp(nowhere, { ...noRecords, record: async () => failed }, noBatches)
    const end = { status: 'failed', error, endedAt: Date.parse(failed.endedAt) }
    expect((await lookUp.find('r'))?.state).toEqual({ ...end, attempts: 2 })
    failed.attempts = null
    expect((await lookUp.find('r'))?.state).toEqual(end)
  })

  test('whose files are deleted, as its record says then', async () => {
    const outcome = { ...(record.outcome as object), deleted: true }
    const lookUp = createLookUp(
      nowhere,
      { ...noRecords, noteDeleted: async () => ({ ...record, outcome }) },
      noBatches,
    )
    expect(await lookUp.isSettled('r')).toBe(true)
    expect(await lookUp.noteDeleted('r')).toEqual({ status: 'succeeded', outcome })
  })

  test('in vain', async () => {
    const lookUp = createLookUp(nowhere, noRecords, noBatches)
    expect(await lookUp.find('r')).toBeUndefined()
  })

  test.each([
    ['the queue', { find: away, requestOf: away }, noRecords],
    ['management', nowhere, managementAway],
  ])('not without %s: 503', async (_what, queue, directory) => {
    const lookUp = createLookUp(queue, directory, noBatches)
    await expect(lookUp.find('r')).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  })

  describe('with others of its batch', () => {
    const batch = { id: 'b', projectId: 'project_1', renderIds: ['queued', 'recorded'], createdAt: 1 }
    const kept = { find: async () => batch }
    const queued = { ...request, organisationId: 'org_1', requestId: 'q', createdAt: 1 }
    const queue = {
      find: async (id: string) => (id === 'queued' ? ({ status: 'created' } as const) : undefined),
      requestOf: async (id: string) => (id === 'queued' ? queued : undefined),
    }
    const recordOf = (renderId: string) => ({ ...record, renderId })
    const directory = {
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

    test('each where it is', async () => {
      const found = await createLookUp(queue, directory, kept).batch('b')
      expect(found).toEqual({ projectId: 'project_1', renders: [inQueue, inRecord] })
    })

    test('while all are in the queue, without management', async () => {
      const all = {
        find: queue.find.bind(undefined, 'queued'),
        requestOf: queue.requestOf.bind(undefined, 'queued'),
      }
      const found = await createLookUp(all, managementAway, kept).batch('b')
      expect(found?.renders.map(({ state }) => state.status)).toEqual(['created', 'created'])
    })

    test('by their records alone, once the batch is finished', async () => {
      const found = await createLookUp(nowhere, directory, noBatches).batch('b')
      expect(found).toEqual({ projectId: 'project_1', renders: [inRecord] })
    })

    test('in vain, also where nothing of it was queued', async () => {
      expect(await createLookUp(nowhere, noRecords, noBatches).batch('b')).toBeUndefined()
      expect(await createLookUp(nowhere, noRecords, kept).batch('b')).toBeUndefined()
    })

    test('not without management: 503', async () => {
      const asking = createLookUp(queue, managementAway, kept).batch('b')
      await expect(asking).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    })
  })
})

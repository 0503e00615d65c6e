import { expect, test } from '@jest/globals'
import type { RenderOutcome } from '@render/outputs'
import { StoreError } from '@render/storage'
import { deleteFiles } from './delete-files.ts'

type Context = Parameters<typeof deleteFiles>[2]

test('a deletion asks only for the files that are left, until none is', async () => {
  const files = ['main', 'side'].map((key) => ({ key, contentType: '', sizeBytes: 1, sha256: '' }))
  const [artefact, side] = files
  const outcome = {
    artefact,
    files: [{ kind: 'html', file: side }],
    warnings: [],
  } as unknown as RenderOutcome
  const stored = new Map([
    ['main', 2],
    ['side', 4],
  ])
  const asked: string[] = []
  const queued: string[][] = []
  const finished = { status: 'succeeded' as const, outcome: { ...outcome, deleted: true as const } }
  const result = await deleteFiles('id', outcome, {
    renderLookup: {
      isRecorded: async () => true,
      markDeleted: async () => finished,
    } as unknown as Context['renderLookup'],
    sweeps: { deleteFiles: async (_id, keys) => void queued.push(keys) },
    store: {
      // Each file is there for so many questions.
      async find(key: string) {
        asked.push(key)
        const left = stored.get(key)! - 1
        stored.set(key, left)
        return left > 0 ? { sizeBytes: 1, etag: '""', modified: new Date() } : undefined
      },
    } as unknown as Context['store'],
  })
  expect([result, queued]).toEqual([finished, [['main', 'side']]])
  expect(asked.join(' ')).toBe('main side main side side side')
})

test('files of a store that fails are deleted later, and the request fails', async () => {
  const queued: unknown[] = []
  const deleting = deleteFiles(
    'id',
    { artefact: { key: 'main' } } as unknown as RenderOutcome,
    {
      store: { find: () => Promise.reject(new StoreError('unavailable', 'read EIO')) },
      sweeps: { deleteFiles: async (...given: unknown[]) => void queued.push(given) },
      renderLookup: { isRecorded: async () => true, markDeleted: async () => ({}) },
    } as unknown as Context,
  )
  await expect(deleting).rejects.toMatchObject({ code: 'InternalError' })
  expect(queued).toEqual([['id', ['main']]])
})

import { expect, test } from '@jest/globals'
import { makeArtefactKey, StoreError } from '@render/storage'
import { storedKeys, type RenderOutcome } from '@render/outputs'
import { deleteFiles } from './delete-files.ts'

const key = makeArtefactKey('png')
const outcome = { artefact: { key } } as unknown as RenderOutcome

test('files of a store that fails are deleted later, and the request fails', async () => {
  expect(storedKeys(outcome)).toEqual([key])
  const queued: unknown[] = []
  const deleting = deleteFiles('a', outcome, {
    store: { find: () => Promise.reject(new StoreError('unavailable', 'read EIO')) },
    sweeps: { deleteFiles: async (...given: unknown[]) => void queued.push(given) },
    renderLookup: { isRecorded: async () => true, markDeleted: async () => ({}) },
  } as unknown as Parameters<typeof deleteFiles>[2])
  await expect(deleting).rejects.toMatchObject({ code: 'InternalError' })
  expect(queued).toEqual([['a', [key]]])
})

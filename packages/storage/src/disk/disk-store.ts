import { readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { isArtefactKey } from '../artefact-key.ts'
import type { ArtefactStore } from '../artefact-store.ts'
import { StoreError } from '../store-error.ts'
import { withDeadline } from '../with-deadline.ts'
import { onDisk } from './disk-errors.ts'
import { openFile } from './open-file.ts'
import { sweepDays } from './sweep-days.ts'
import { writeDurably } from './write-durably.ts'

interface DiskSettings {
  /** Folder of all artefacts; created by the first write. */
  root: string
  /** Deadline of a write. */
  writeTimeoutMs?: number
  /** Deadline of every other operation, except a sweep. */
  timeoutMs?: number
}

/** Creates a store that keeps artefacts as files under `<root>/<year>/<month>/<day>/`. */
export function createDiskStore({
  root,
  writeTimeoutMs = 60_000,
  timeoutMs = 30_000,
}: DiskSettings): ArtefactStore {
  const limited = <T>(operation: string, work: Promise<T>) =>
    withDeadline(operation, { timeoutMs }, () => onDisk(work))

  return {
    async write(key, body, { signal, onChunk }) {
      const path = pathOf(key)
      return withDeadline('write', { timeoutMs: writeTimeoutMs, signal }, (limit) =>
        writeDurably(path, body, { signal: limit, onChunk }),
      )
    },

    async find(key) {
      const found = await limited('find', stat(pathOf(key))).catch(undefinedWhenGone)
      if (!found?.isFile()) return undefined
      return {
        sizeBytes: found.size,
        etag: `"${found.mtimeMs.toString(36)}-${found.size.toString(36)}"`,
        modified: found.mtime,
      }
    },

    async open(key, range) {
      const path = pathOf(key)
      return withDeadline('open', { timeoutMs }, (limit) => openFile(path, range, limit))
    },

    async read(key) {
      return limited('read', readFile(pathOf(key)))
    },

    async remove(key) {
      await limited('remove', rm(pathOf(key), { force: true }))
    },

    async sweep(before) {
      return onDisk(sweepDays(root, before))
    },

    async health() {
      const { bavail, blocks } = await limited('health', statfs(root))
      return { freeShare: blocks > 0 ? bavail / blocks : 1 }
    },

    async [Symbol.asyncDispose]() {},
  }

  function pathOf(key: string): string {
    if (!isArtefactKey(key)) throw new Error('Not the key of an artefact.')
    return join(root, key)
  }
}

function undefinedWhenGone(error: unknown): undefined {
  if (!(error instanceof StoreError) || error.failure !== 'gone') throw error
}

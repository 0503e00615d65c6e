import { readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isArtefactKey } from '../artefact-key.ts'
import { SMALL_BYTES, type ArtefactStore, type ByteRange, type StoredArtefact } from '../artefact-store.ts'
import { StoreError, undefinedWhenGone } from '../store-error.ts'
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

  async function factsOf(key: string): Promise<StoredArtefact> {
    const found = await limited('find', stat(pathOf(key)))
    if (!found.isFile()) throw new StoreError('gone', 'find: not a file')
    const { size, mtimeMs, mtime } = found
    return { sizeBytes: size, etag: `"${mtimeMs.toString(36)}-${size.toString(36)}"`, modified: mtime }
  }

  async function open(key: string, range?: ByteRange): Promise<Readable> {
    const path = pathOf(key)
    return withDeadline('open', { timeoutMs }, (limit) => openFile(path, range, limit))
  }

  return {
    async write(key, body, { signal, onChunk }) {
      const path = pathOf(key)
      return withDeadline('write', { timeoutMs: writeTimeoutMs, signal }, (limit) =>
        writeDurably(path, body, { signal: limit, onChunk }),
      )
    },

    find: (key) => factsOf(key).catch(undefinedWhenGone),
    open,

    async load(key) {
      const facts = await factsOf(key)
      const isSmall = facts.sizeBytes <= SMALL_BYTES
      return { ...facts, bytes: isSmall ? await limited('load', readFile(pathOf(key))) : await open(key) }
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

import { buffer } from 'node:stream/consumers'
import { sizeOf } from '@render/outputs'
import { isArtefactKey } from '../artefact-key.ts'
import { SMALL_BYTES, type ArtefactStore, type StoreHealth } from '../artefact-store.ts'
import { digestBody } from '../digest-body.ts'
import { shortRetryPolicy, tryMsFor, withRetries } from '../retries.ts'
import { undefinedWhenGone } from '../store-error.ts'
import { withDeadline } from '../with-deadline.ts'
import { asStoreError } from './object-errors.ts'
import { PART_BYTES, type ObjectPage, type ObjectPart, type Objects, type OpenObject } from './objects.ts'
import { readObject } from './read-object.ts'
import { remembered } from './remembered.ts'
import { sweepDays } from './sweep-days.ts'

interface ObjectStoreSettings {
  /** Begins the names of all artefacts; slashes at its ends do not matter. */
  prefix?: string
  /** Deadline of a write, without the time to send the bytes. */
  writeTimeoutMs?: number
  /** How long, and how often, all other requests are made. */
  retryPolicy?: typeof shortRetryPolicy
}

/** Creates a store that keeps artefacts as objects named `<prefix>/<year>/<month>/<day>/...`. Disposing it disposes `objects`. */
export function createObjectStore(
  objects: Objects,
  { prefix = '', writeTimeoutMs = 65_000, retryPolicy = shortRetryPolicy }: ObjectStoreSettings = {},
): ArtefactStore {
  const folder = prefix.replaceAll(/^\/+|\/+$/g, '')
  const base = folder && `${folder}/`

  /** Makes a request, again if it fails for a reason that may pass. */
  async function ask<T>(operation: string, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const once = () => withDeadline(operation, { timeoutMs: retryPolicy.tryMs }, request)
    return withRetries(once, retryPolicy).catch((error: unknown) => {
      throw asStoreError(operation, error)
    })
  }

  async function list(from: string | undefined): Promise<ObjectPage> {
    const { names, next } = await ask('list', (signal) => objects.list(base, from, signal))
    return { names: names.map((name) => name.slice(base.length)), next }
  }

  async function open(key: string, range: ObjectPart = { start: 0 }): Promise<OpenObject> {
    const name = nameOf(key)
    const limits = { idleMs: retryPolicy.tryMs, maxBreaks: retryPolicy.pausesMs.length }
    return readObject((part) => ask('open', (signal) => objects.get(name, part, signal)), range, limits)
  }

  async function remove(key: string): Promise<void> {
    const name = nameOf(key)
    await ask('remove', (signal) => objects.delete(name, signal))
  }

  const measure = async (): Promise<StoreHealth> => {
    await ask('check', (signal) => objects.check(signal))
    return { freeShare: 1 }
  }

  return {
    async write(key, body, { contentType, signal, onChunk }) {
      const name = nameOf(key)
      const timeoutMs = tryMsFor({ tryMs: writeTimeoutMs }, sizeOf(body))
      return withDeadline('write', { timeoutMs, signal }, async (limit) => {
        const digest = await digestBody(body, PART_BYTES, { signal: limit, ...(onChunk && { onChunk }) })
        await objects.put(name, { body, digest, contentType, signal: limit }).catch((error: unknown) => {
          throw asStoreError('write', error)
        })
        const { sizeBytes, sha256 } = digest
        return { sizeBytes, sha256 }
      })
    },

    async find(key) {
      const name = nameOf(key)
      return ask('find', (signal) => objects.head(name, signal)).catch(undefinedWhenGone)
    },

    async open(key, range) {
      return (await open(key, range)).bytes
    },

    async load(key) {
      const { bytes, ...facts } = await open(key)
      return { ...facts, bytes: facts.sizeBytes > SMALL_BYTES ? bytes : await buffer(bytes) }
    },

    remove,
    sweep: (before) => sweepDays({ list, remove }, before),
    health: remembered(measure),
    [Symbol.asyncDispose]: () => objects[Symbol.asyncDispose](),
  }

  function nameOf(key: string): string {
    if (!isArtefactKey(key)) throw new Error('Not the key of an artefact.')
    return base + key
  }
}

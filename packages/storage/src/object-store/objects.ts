import type { Readable } from 'node:stream'
import type { Body } from '@render/outputs'
import type { StoredArtefact } from '../artefact-store.ts'
import type { BodyDigest } from '../digest-body.ts'

/** Objects above this size are written in parts of it. */
export const PART_BYTES = 16 * 1024 ** 2

/**
 * The objects of a bucket or of a container, by their names. All methods but `put` make one request. They reject with errors
 * that `failureOf` reads.
 */
export interface Objects extends AsyncDisposable {
  /** Stores an object, whole or not at all, in several requests when its digest has several parts; makes each again as often as useful. */
  put(name: string, content: Content): Promise<void>
  head(name: string, signal: AbortSignal): Promise<StoredArtefact>
  /** Opens an object, or the part of it from `start` on. Rejects when `etag` is given and the object has another. */
  get(name: string, part: ObjectPart, signal: AbortSignal): Promise<OpenObject>
  /** Resolves when there is no such object, too. */
  delete(name: string, signal: AbortSignal): Promise<void>
  /** Lists the names that begin with a prefix in their order, a page at a time; `from` is where the page before says. */
  list(prefix: string, from: string | undefined, signal: AbortSignal): Promise<ObjectPage>
  /** Resolves when the bucket or container can be used. */
  check(signal: AbortSignal): Promise<void>
}

export interface Content {
  body: Body
  digest: BodyDigest
  contentType: string
  signal: AbortSignal
}

export interface ObjectPart {
  start: number
  /** The last byte; that of the object by default. */
  end?: number
  etag?: string
}

/** An object, or a part of it; `sizeBytes` is the number of bytes that will come. */
export interface OpenObject extends StoredArtefact {
  bytes: Readable
}

export interface ObjectPage {
  names: string[]
  /** Where the next page begins; undefined on the last one. */
  next?: string
}

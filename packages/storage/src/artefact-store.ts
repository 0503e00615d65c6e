import type { Readable } from 'node:stream'
import type { Body } from '@render/outputs'

/**
 * Stores the files of renders. Every back end passes the same contract suite. Methods reject with `StoreError` when the
 * store fails, and with an ordinary error for a key that `isArtefactKey` does not accept.
 */
export interface ArtefactStore extends AsyncDisposable {
  /**
   * Writes an artefact and resolves once a power cut cannot lose it. It appears as a whole or not at all; writing a key
   * again replaces it. Rejects with the signal's reason when that aborts, and with `unavailable` after a deadline.
   */
  write(key: string, body: Body, options: WriteOptions): Promise<Written>
  /** Returns the facts of an artefact; undefined when there is none. */
  find(key: string): Promise<StoredArtefact | undefined>
  /**
   * Opens an artefact, or a range of it, and resolves once its first bytes can be read. It can then be read to its end even
   * if it is removed. The stream fails with `StoreError`. Rejects with `gone` when there is no such artefact.
   */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Opens a whole artefact with its facts, in one request of an object store. Rejects with `gone` when there is none. */
  load(key: string): Promise<LoadedArtefact>
  /** Deletes an artefact; does nothing when there is none. */
  remove(key: string): Promise<void>
  /** Deletes every artefact made before a day (`YYYY-MM-DD`, UTC) and returns their number. */
  sweep(before: string): Promise<number>
  /** Measures the free space. */
  health(): Promise<StoreHealth>
}

export interface WriteOptions {
  contentType: string
  signal?: AbortSignal
  /** Is called with all bytes once, chunk by chunk in their order. */
  onChunk?: (chunk: Buffer) => void
}

export interface Written {
  sizeBytes: number
  /** In hex. */
  sha256: string
}

export interface StoredArtefact {
  sizeBytes: number
  /** Strong entity tag, in quotes. */
  etag: string
  modified: Date
}

/** At most this many bytes are loaded into memory, which costs a fraction of what a stream does. */
export const SMALL_BYTES = 256 * 1024

export interface LoadedArtefact extends StoredArtefact {
  /** Must be read or destroyed when they are a stream. */
  bytes: Buffer | Readable
}

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoreHealth {
  /** Free share of the space, from 0 to 1; 1 when the space has no limit. */
  freeShare: number
}

import type { Readable } from 'node:stream'

export interface StoredArtefact {
  sizeBytes: number
  /** Strong entity tag, in quotes. */
  etag: string
  modified: Date
  /** Bytes from `start` to `end`, both included; the whole artefact without them. */
  read(range?: { start: number; end: number }): Readable
}

/** Where artefacts lie. Every back end passes the same suite of tests. */
export interface ArtefactStore {
  /** Writes an artefact; it appears whole or not at all. Writing a key again replaces it. */
  write(key: string, body: Buffer): Promise<void>
  find(key: string): Promise<StoredArtefact | undefined>
  /** Deletes one artefact; nothing happens when it is not there. */
  remove(key: string): Promise<void>
  /** Deletes everything made before a day (`YYYY-MM-DD`, UTC) and tells how many artefacts that were. */
  sweep(before: string): Promise<number>
}

import { pipeline } from 'node:stream/promises'
import { RenderError } from '@render/errors'
import { encodeBase64, fileTypeOf } from '@render/outputs'
import {
  SMALL_BYTES,
  StoreError,
  type ArtefactStore,
  type ByteRange,
  type LoadedArtefact,
  type StoredArtefact,
} from '@render/storage'
import type { Response } from 'express'

/** Bytes of a file, or of a range of it: those of a small file in memory. */
type FileBytes = LoadedArtefact['bytes']

/** A file that was found; its bytes are set when it is known that all of them are sent. */
export type FoundFile = StoredArtefact & Partial<LoadedArtefact>

type ReadableStore = Pick<ArtefactStore, 'find' | 'load' | 'open'>

/**
 * Answers 200 with the bytes of a file, or with their base64 as plain text.
 * @throws {RenderError} `NotFound` when there is no such file, `InternalError` when the store fails.
 */
export async function sendFile(
  res: Response,
  store: ReadableStore,
  key: string,
  encoding: 'binary' | 'base64' = 'binary',
): Promise<void> {
  const found = res.req.method === 'HEAD' ? await findFile(store, key) : await loadFile(store, key)
  if (!found) throw fileNotFound()
  const isText = encoding === 'base64'
  const { contentType, isActive } = fileTypeOf(key)
  const { sizeBytes, bytes } = found
  res.setHeader('Content-Type', isText ? 'text/plain; charset=utf-8' : contentType)
  res.setHeader('Content-Length', isText ? Math.ceil(sizeBytes / 3) * 4 : sizeBytes)
  if (isActive && !isText) res.setHeader('Content-Security-Policy', 'sandbox')
  if (!bytes) return void res.end()
  await sendBytes(res, bytes, sizeBytes, encoding)
}

/**
 * Finds a file. Returns undefined when there is none, or when it has another size than `sizeBytes`.
 * @throws {RenderError} `InternalError` when the store fails.
 */
export async function findFile(
  store: Pick<ArtefactStore, 'find'>,
  key: string,
  sizeBytes?: number,
): Promise<FoundFile | undefined> {
  const found = await store.find(key).catch(mapStoreErrors)
  return sizeBytes === undefined || found?.sizeBytes === sizeBytes ? found : undefined
}

/** Like `findFile` for a file whose bytes are all sent: opens it with the same request of an object store. */
export async function loadFile(
  store: Pick<ArtefactStore, 'load'>,
  key: string,
  sizeBytes?: number,
): Promise<LoadedArtefact | undefined> {
  const loaded = await store.load(key).catch((error: unknown) => {
    if (error instanceof StoreError && error.failure === 'gone') return undefined
    return mapStoreErrors(error)
  })
  if (sizeBytes === undefined || loaded?.sizeBytes === sizeBytes) return loaded
  discard(loaded)
  return undefined
}

/**
 * Opens a file that was found, or a range of it.
 * @throws {RenderError} `NotFound` when the file was swept since then, `InternalError` when the store fails or the file has
 *   another size than it had.
 */
export async function openFile(
  store: ReadableStore,
  key: string,
  { sizeBytes, bytes }: FoundFile,
  range?: ByteRange,
): Promise<FileBytes> {
  if (bytes) return bytes
  if (sizeBytes > SMALL_BYTES) return store.open(key, range).catch(mapStoreErrors)
  const loaded = await store.load(key).catch(mapStoreErrors)
  if (loaded.sizeBytes === sizeBytes && Buffer.isBuffer(loaded.bytes))
    return range ? loaded.bytes.subarray(range.start, range.end + 1) : loaded.bytes
  discard(loaded)
  return mapStoreErrors(wrongSize(loaded.sizeBytes, sizeBytes))
}

export function fileNotFound(): RenderError {
  return new RenderError('NotFound', { message: 'File not found or expired.' })
}

/**
 * Sends bytes to their end. Returns early when the client disconnects.
 * @throws {RenderError} `InternalError` when the store fails, or has not exactly `lengthBytes`.
 */
export async function sendBytes(
  res: Response,
  bytes: FileBytes,
  lengthBytes: number,
  encoding: 'binary' | 'base64' = 'binary',
): Promise<void> {
  if (Buffer.isBuffer(bytes)) {
    if (bytes.length !== lengthBytes) mapStoreErrors(wrongSize(bytes.length, lengthBytes))
    return void res.end(encoding === 'base64' ? bytes.toString('base64') : bytes)
  }
  const exact = (chunks: AsyncIterable<Buffer>) => requireLength(chunks, lengthBytes)
  const sending =
    encoding === 'base64' ? pipeline(bytes, exact, encodeBase64, res) : pipeline(bytes, exact, res)
  await sending.catch((error: unknown) => {
    if (error instanceof StoreError) mapStoreErrors(error)
  })
}

/** Yields the bytes of a stream, and fails when they are more or fewer than the answer has announced. */
async function* requireLength(bytes: AsyncIterable<Buffer>, lengthBytes: number): AsyncGenerator<Buffer> {
  let sentBytes = 0
  for await (const chunk of bytes) {
    sentBytes += chunk.length
    if (sentBytes > lengthBytes) break
    yield chunk
  }
  if (sentBytes !== lengthBytes) throw wrongSize(sentBytes, lengthBytes)
}

/** Closes a file that is not sent. */
function discard(loaded: LoadedArtefact | undefined): void {
  if (loaded && !Buffer.isBuffer(loaded.bytes)) loaded.bytes.destroy()
}

function wrongSize(readBytes: number, foundBytes: number): StoreError {
  return new StoreError('unavailable', `read ${readBytes} of ${foundBytes} bytes`)
}

function mapStoreErrors(error: unknown): never {
  if (!(error instanceof StoreError)) throw error
  throw error.failure === 'gone' ? fileNotFound() : new RenderError('InternalError', { cause: error })
}

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RenderError } from '@render/errors'
import { encodeBase64, fileTypeOf } from '@render/outputs'
import { StoreError, type ArtefactStore, type ByteRange, type StoredArtefact } from '@render/storage'
import type { Response } from 'express'

/** Bytes of a file, or of a range of it: those of a small file in memory. */
type FileBytes = Buffer | Readable

type ReadableStore = Pick<ArtefactStore, 'find' | 'open' | 'read'>

/** A file of at most this size is read whole before it is sent, which costs a fraction of what a stream does. */
const SMALL_BYTES = 256 * 1024

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
  const found = await findFile(store, key)
  if (!found) throw fileNotFound()
  const isText = encoding === 'base64'
  const { contentType, isActive } = fileTypeOf(key)
  const { sizeBytes } = found
  const bytes = res.req.method === 'HEAD' || sizeBytes === 0 ? undefined : await openFile(store, key, found)
  res.setHeader('Content-Type', isText ? 'text/plain; charset=utf-8' : contentType)
  res.setHeader('Content-Length', isText ? Math.ceil(sizeBytes / 3) * 4 : sizeBytes)
  if (isActive && !isText) res.setHeader('Content-Security-Policy', 'sandbox')
  if (!bytes) return void res.end()
  await sendBytes(res, bytes, sizeBytes, encoding)
}

/** @throws {RenderError} `InternalError` when the store fails. */
export async function findFile(
  store: Pick<ArtefactStore, 'find'>,
  key: string,
): Promise<StoredArtefact | undefined> {
  return store.find(key).catch(mapStoreErrors)
}

/**
 * Opens a file, or a range of it.
 * @throws {RenderError} `NotFound` when the file was swept since it was found, `InternalError` when the store fails or the
 *   file has another size than it had.
 */
export async function openFile(
  store: ReadableStore,
  key: string,
  { sizeBytes }: StoredArtefact,
  range?: ByteRange,
): Promise<FileBytes> {
  if (sizeBytes > SMALL_BYTES) return store.open(key, range).catch(mapStoreErrors)
  const bytes = await store.read(key).catch(mapStoreErrors)
  if (bytes.length !== sizeBytes) mapStoreErrors(wrongSize(bytes.length, sizeBytes))
  return range ? bytes.subarray(range.start, range.end + 1) : bytes
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
  if (Buffer.isBuffer(bytes)) return void res.end(encoding === 'base64' ? bytes.toString('base64') : bytes)
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

function wrongSize(readBytes: number, foundBytes: number): StoreError {
  return new StoreError('unavailable', `read ${readBytes} of ${foundBytes} bytes`)
}

function mapStoreErrors(error: unknown): never {
  if (!(error instanceof StoreError)) throw error
  throw error.failure === 'gone' ? fileNotFound() : new RenderError('InternalError', { cause: error })
}

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RenderError } from '@render/errors'
import { encodeBase64, fileTypeOf } from '@render/outputs'
import { StoreError, type ArtefactStore, type ByteRange, type StoredArtefact } from '@render/storage'
import type { Response } from 'express'

/**
 * Answers 200 with the bytes of a file, or with their base64 as plain text.
 * @throws {RenderError} `NotFound` when there is no such file, `InternalError` when the store fails.
 */
export async function sendFile(
  res: Response,
  store: Pick<ArtefactStore, 'find' | 'open'>,
  key: string,
  encoding: 'binary' | 'base64' = 'binary',
): Promise<void> {
  const found = await findFile(store, key)
  if (!found) throw fileNotFound()
  const isText = encoding === 'base64'
  const { contentType, isActive } = fileTypeOf(key)
  const { sizeBytes } = found
  const bytes = res.req.method === 'HEAD' || sizeBytes === 0 ? undefined : await openFile(store, key)
  res.setHeader('Content-Type', isText ? 'text/plain; charset=utf-8' : contentType)
  res.setHeader('Content-Length', isText ? Math.ceil(sizeBytes / 3) * 4 : sizeBytes)
  if (isActive && !isText) res.setHeader('Content-Security-Policy', 'sandbox')
  if (!bytes) return void res.end()
  await sendBytes(bytes, res, isText ? encodeBase64 : undefined)
}

/** @throws {RenderError} `InternalError` when the store fails. */
export async function findFile(
  store: Pick<ArtefactStore, 'find'>,
  key: string,
): Promise<StoredArtefact | undefined> {
  return store.find(key).catch(mapStoreErrors)
}

/** @throws {RenderError} `NotFound` when the file was swept since it was found, `InternalError` when the store fails. */
export async function openFile(
  store: Pick<ArtefactStore, 'open'>,
  key: string,
  range?: ByteRange,
): Promise<Readable> {
  return store.open(key, range).catch(mapStoreErrors)
}

export function fileNotFound(): RenderError {
  return new RenderError('NotFound', { message: 'File not found or expired.' })
}

/**
 * Sends bytes to their end, encoded when there is an encoding. Returns early when the client disconnects.
 * @throws {RenderError} `InternalError` when the store fails.
 */
export async function sendBytes(
  bytes: Readable,
  res: Response,
  encode?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<string>,
): Promise<void> {
  const sending = encode ? pipeline(bytes, encode, res) : pipeline(bytes, res)
  await sending.catch(() => undefined)
  if (bytes.errored instanceof StoreError) mapStoreErrors(bytes.errored)
}

function mapStoreErrors(error: unknown): never {
  if (!(error instanceof StoreError)) throw error
  throw error.failure === 'gone' ? fileNotFound() : new RenderError('InternalError', { cause: error })
}

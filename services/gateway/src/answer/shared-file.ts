// Files that pages of any origin may embed and caches may keep.
import { RenderError } from '@render/errors'
import { fileTypeOf } from '@render/outputs'
import type { StoredArtefact } from '@render/storage'
import type { Request, Response } from 'express'
import type { GatewayContext } from '../context.ts'
import { findFile, loadFile, openFile, sendBytes, type FoundFile } from './artefact-file.ts'
import { isForAll, isUnchanged, requestedRange } from './conditional-requests.ts'

/** Allows pages of any origin to show an answer and to read its headers. */
export function allowAnyOrigin(res: Response): void {
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Access-Control-Expose-Headers', '*')
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** Like `findFile` for the file that a request is about: opens it at once if all its bytes are wanted. */
export async function findShared(
  req: Request,
  key: string,
  { store }: Pick<GatewayContext, 'store'>,
  sizeBytes?: number,
): Promise<FoundFile | undefined> {
  return isForAll(req) ? loadFile(store, key, sizeBytes) : findFile(store, key, sizeBytes)
}

/**
 * Answers with a file: whole, in part, or 304. The caller sets `Cache-Control`.
 * @throws {RenderError} `RangeNotSatisfiable`; `NotFound` when the file is gone, `InternalError` when the store fails.
 */
export async function sendSharedFile(
  req: Request,
  res: Response,
  key: string,
  found: FoundFile,
  { store }: Pick<GatewayContext, 'store'>,
): Promise<void> {
  setFileHeaders(res, key, found)
  if (isUnchanged(req, found)) return void res.status(304).end()
  const range = requestedRange(req, found)
  if (range === 'outside') {
    res.setHeader('Content-Range', `bytes */${found.sizeBytes}`)
    throw new RenderError('RangeNotSatisfiable')
  }
  const lengthBytes = range ? range.end - range.start + 1 : found.sizeBytes
  const bytes =
    req.method === 'HEAD' || lengthBytes === 0 ? undefined : await openFile(store, key, found, range)
  res.setHeader('Content-Length', lengthBytes)
  if (range) {
    res.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${found.sizeBytes}`)
  }
  if (!bytes) return void res.end()
  await sendBytes(res, bytes, lengthBytes)
}

function setFileHeaders(res: Response, key: string, { etag, modified }: StoredArtefact): void {
  const { contentType, isActive } = fileTypeOf(key)
  res.setHeader('Content-Type', contentType)
  res.setHeader('ETag', etag)
  res.setHeader('Last-Modified', modified.toUTCString())
  res.setHeader('Accept-Ranges', 'bytes')
  // These headers protect our own pages; on files they would keep customers from embedding them.
  res.removeHeader('X-Frame-Options')
  if (isActive) res.setHeader('Content-Security-Policy', 'sandbox')
  else res.removeHeader('Content-Security-Policy')
}

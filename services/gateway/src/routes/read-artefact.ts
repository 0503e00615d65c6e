import type { Readable } from 'node:stream'
import { RenderError } from '@render/errors'
import { fileTypeOf } from '@render/outputs'
import { expiryOf, isArtefactKey, type ByteRange, type StoredArtefact } from '@render/storage'
import type { Request, Response } from 'express'
import { fileNotFound, findFile, openFile, sendBytes } from '../answer/artefact-file.ts'
import { isUnchanged, requestedRange } from '../answer/conditional-requests.ts'
import { notModified } from '../openapi/answers.ts'
import type { Endpoint } from './endpoint.ts'

/** Serves the files of renders until they expire, to everyone who has the address, for embedding and caching. */
export const readArtefact: Endpoint = {
  name: 'read-artefact',
  method: 'get',
  paths: ['/renders/*key'],
  summary: 'Get the file of a render',
  key: 'none',
  answers: {
    200: { description: 'The file.', content: { '*/*': {} } },
    206: { description: 'The part of the file that `Range` selects.', content: { '*/*': {} } },
    ...notModified,
  },
  failures: [404, 416, 500],
  run:
    ({ store, artefactDays }) =>
    async (req, res) => {
      const key = [req.params.key].flat().join('/')
      const lifeMs = isArtefactKey(key) ? expiryOf(key, artefactDays).getTime() - Date.now() : 0
      const found = lifeMs > 0 ? await findFile(store, key) : undefined
      if (!found) throw fileNotFound()
      setFileHeaders(res, key, lifeMs, found)
      if (isUnchanged(req, found)) return void res.status(304).end()
      await sendRange(req, res, found, (range) => openFile(store, key, range))
    },
}

function setFileHeaders(
  res: Response,
  key: string,
  lifeMs: number,
  { etag, modified }: StoredArtefact,
): void {
  const { contentType, isActive } = fileTypeOf(key)
  res.setHeader('Content-Type', contentType)
  res.setHeader('ETag', etag)
  res.setHeader('Last-Modified', modified.toUTCString())
  res.setHeader('Cache-Control', `public, max-age=${Math.floor(lifeMs / 1000)}, immutable`)
  res.setHeader('Accept-Ranges', 'bytes')
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Access-Control-Expose-Headers', 'Accept-Ranges, Content-Length, Content-Range, ETag')
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  // These headers protect our own pages; on files they would keep customers from embedding them.
  res.removeHeader('X-Frame-Options')
  if (isActive) res.setHeader('Content-Security-Policy', 'sandbox')
  else res.removeHeader('Content-Security-Policy')
}

async function sendRange(
  req: Request,
  res: Response,
  found: StoredArtefact,
  open: (range?: ByteRange) => Promise<Readable>,
): Promise<void> {
  const range = requestedRange(req, found)
  if (range === 'outside') {
    res.setHeader('Content-Range', `bytes */${found.sizeBytes}`)
    throw new RenderError('RangeNotSatisfiable')
  }
  const lengthBytes = range ? range.end - range.start + 1 : found.sizeBytes
  const bytes = req.method === 'HEAD' || lengthBytes === 0 ? undefined : await open(range)
  res.setHeader('Content-Length', lengthBytes)
  if (range) {
    res.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${found.sizeBytes}`)
  }
  if (!bytes) return void res.end()
  await sendBytes(bytes, res)
}
